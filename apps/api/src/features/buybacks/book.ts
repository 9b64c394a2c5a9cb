import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { presentBuyback } from './present.ts'
import { readBook } from './read-book.ts'

const daysMax = 92
const rowsMax = 5_000

/** The ledger of second-hand goods for paper, as an inspector reads it. */
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
      // An account and a hand are nobody's concern on paper.
      const { bank, signature, customer, transaction_number, ...entry } = presentBuyback(row, itemsOf(row.id))
      return entry
    }),
  }
}
