import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { issuedFor } from './issue.ts'
import { findReceipt, recordCopy } from './store.ts'

/** Counts one more copy before it is handed out, so that none is ever handed out uncounted. */
export async function formalReceiptCopy(
  ctx: Context,
  actor: Actor,
  { params, body }: Input<'transactions.formalReceiptCopy'>,
): Promise<Output<'transactions.formalReceiptCopy'>> {
  const { row } = await issuedFor(ctx, actor, params.id)
  const formal = await findReceipt(ctx.db, params.id, 'formal')
  if (!formal) throw new Problem('RECEIPT_NONE')
  const { receipt_id, copy } = await ctx.transact((tx) =>
    recordCopy(tx, {
      receipt_id: formal.id,
      id: body.id,
      refunded_total: row.refunded_total,
      voided: row.voided_by !== null,
      made_by: actor.user_id,
    }),
  )
  if (receipt_id !== formal.id) throw new Problem('CONFLICT')
  return { copy, reissue: copy > 1 }
}
