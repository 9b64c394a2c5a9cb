import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { presentBuyback } from '../../buybacks/present.ts'
import { readBook } from '../../buybacks/read-book.ts'

const daysMax = 92
const rowsMax = 5_000

/** The ledger of second-hand articles for paper, as an inspector reads it. */
export async function book(
  ctx: Context,
  actor: Actor,
  { query, requestId }: Input<'admin.buybackBook'>,
): Promise<Output<'admin.buybackBook'>> {
  const { from, until, rows, itemsOf } = await readBook(ctx, actor, query, {
    action: 'buyback.print',
    daysMax,
    rowsMax,
    requestId,
  })
  return {
    from,
    until,
    items: rows.map((row) => {
      // The bank account and the signature are not printed.
      const { bank, signature, customer, transaction_number, ...entry } = presentBuyback(row, itemsOf(row.id))
      return entry
    }),
  }
}
