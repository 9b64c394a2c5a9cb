import { rejectReasons, type RejectReason } from '@shirogane/contract/inputs/identity'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { enqueueMessage } from '../messages/index.ts'
import { recordNotifications } from '../notifications/index.ts'
import type { SubjectRow } from './store.ts'

type News =
  | { what: 'received' | 'approved' | 'expired'; request_id: string }
  | { what: 'rejected'; request_id: string; reasons: readonly RejectReason[] }

/** Tells a customer how their check stands, in the app and by mail, in the commit that made it so. */
export async function tell(
  ctx: Pick<Context, 'keys' | 'now'>,
  tx: Tx,
  subject: Pick<SubjectRow, 'id' | 'email'>,
  news: News,
): Promise<void> {
  const reasons = news.what === 'rejected' ? sayable(news.reasons) : []
  const notices = {
    received: {
      title: '本人確認の申請を受け付けました',
      message: '審査は通常1〜3営業日で完了します。',
    },
    approved: { title: '本人確認が完了しました', message: '振込申請や後払いがご利用いただけます。' },
    rejected: {
      title: '本人確認書類の再提出をお願いします',
      message:
        reasons.length > 0 ? `理由：${reasons.join('、')}` : '内容をご確認のうえ、再提出してください。',
    },
    expired: {
      title: '本人確認書類の再提出をお願いします',
      message: '本人確認書類の有効期限が過ぎたため、あらためて本人確認をお願いします。',
    },
  }
  const dedupe_key = `kyc:${news.what}:${news.request_id}`
  const at = ctx.now()
  await recordNotifications(tx, [
    {
      id: uuidv7(at),
      user_id: subject.id,
      ...notices[news.what],
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
export function sayable(reasons: readonly RejectReason[]): string[] {
  return reasons
    .filter((reason) => reason !== 'duplicate' && reason !== 'other')
    .map((reason) => rejectReasons[reason])
}
