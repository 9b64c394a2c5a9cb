import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { countCopy } from './formal/copies.ts'
import { issuedFor } from './issue.ts'
import { sumReturns } from './store.ts'

/** Counts one more paper before the register prints it, so that none is ever handed out uncounted. */
export async function receiptCopy(
  ctx: Context,
  actor: Actor,
  { params, body }: Input<'transactions.receiptCopy'>,
): Promise<Output<'transactions.receiptCopy'>> {
  const { row, id } = await issuedFor(ctx, actor, params.id)
  const { money, kept } = await sumReturns(ctx.db, row.id)
  return ctx.transact((tx) =>
    countCopy(tx, actor, {
      receipt_id: id,
      id: body.id,
      row,
      refunded_total: money + kept,
      on_paper: body.on_paper,
    }),
  )
}
