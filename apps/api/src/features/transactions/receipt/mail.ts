import { maskEmail } from '@shirogane/contract/inputs/read-fields'
import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { enqueueMessage } from '../../messages/index.ts'
import { countCopy } from './formal/copies.ts'
import { issuedFor } from './issue.ts'
import { stateOf } from '@shirogane/receipt/document/state'
import { findConfirmedEmail, sumReturns } from './store.ts'

/** Sends the document as a mail, which is one like the paper: every word that the law asks for stands in it. */
export async function receiptMail(
  ctx: Context,
  actor: Actor,
  { params, body }: Input<'transactions.receiptMail'>,
): Promise<Output<'transactions.receiptMail'>> {
  const { row, id, content } = await issuedFor(ctx, actor, params.id)
  const own = row.customer_id === null ? null : await findConfirmedEmail(ctx.db, row.customer_id)
  const to = body.email ?? own
  if (to === null) throw new Problem('RECEIPT_NO_ADDRESS')
  await ctx.limits.spend({
    bucket: `receipt-mail:${actor.user_id}`,
    max: limits.receiptMailsPerHour,
    windowSeconds: 3_600,
  })
  const { money, kept } = await sumReturns(ctx.db, row.id)
  const counted = await ctx.transact(async (tx) => {
    const made = await countCopy(tx, actor, {
      receipt_id: id,
      id: body.id,
      row,
      refunded_total: money + kept,
      on_paper: false,
    })
    await enqueueMessage(ctx, tx, {
      // Another address is tied to no member: only a mail to the member's own address greets them and stands in their
      // export.
      ...(row.customer_id !== null && to === own && { user_id: row.customer_id }),
      to,
      template: 'receipt',
      data: { content, copy: made.copy, voided: stateOf(row) === 'voided' },
      dedupe_key: `receipt:${body.id}:mail`,
    })
    return made
  })
  ctx.wakeMessenger()
  return { ...counted, sent_to: maskEmail(to) }
}
