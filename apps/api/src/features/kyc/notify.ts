import type { RejectReason } from '@shirogane/contract/inputs/identity'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { enqueueMessage } from '../messages/index.ts'
import { recordNotifications } from '../notifications/index.ts'
import type { SubjectRow } from './store.ts'
import type { NoticeFacts } from '../../notices/notices.ts'

type News =
  | { what: 'received' | 'approved' | 'expired'; request_id: string }
  | { what: 'rejected'; request_id: string; reasons: readonly RejectReason[] }

/** Tells a customer how their check stands, in the app and by mail, in the commit that made it so. */
export async function notifyOfKyc(
  ctx: Pick<Context, 'keys' | 'now'>,
  tx: Tx,
  subject: Pick<SubjectRow, 'id' | 'email'>,
  news: News,
): Promise<void> {
  const reasons = news.what === 'rejected' ? sayable(news.reasons) : []
  const dedupe_key = `kyc:${news.what}:${news.request_id}`
  const at = ctx.now()
  await recordNotifications(tx, [
    {
      id: uuidv7(at),
      user_id: subject.id,
      ...factsOf(news, reasons),
      topic: 'security',
      dedupe_key,
      transaction_id: null,
      created_at: at,
    },
  ])
  if (subject.email === null) return
  const mail = { user_id: subject.id, to: subject.email, dedupe_key }
  if (news.what === 'rejected') {
    await enqueueMessage(ctx, tx, { ...mail, template: 'kyc_rejected', data: { reasons } })
  } else {
    await enqueueMessage(ctx, tx, { ...mail, template: `kyc_${news.what}` as const, data: {} })
  }
}

/** A suspicion of fraud is never named, and 'other' says nothing that would help. */
export function sayable(reasons: readonly RejectReason[]): RejectReason[] {
  return reasons.filter((reason) => reason !== 'duplicate' && reason !== 'other')
}

const factsOf = ({ what }: News, reasons: readonly RejectReason[]): NoticeFacts<`kyc_${News['what']}`> =>
  what === 'rejected' ? { kind: 'kyc_rejected', facts: { reasons } } : { kind: `kyc_${what}`, facts: {} }
