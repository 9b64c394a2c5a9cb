import { type CounterTender, counterTenders, exactTenders, eachOf } from '@shirogane/domain/sales/tenders'
import type { RefundPreview } from '@shirogane/contract/resources/sales/refunds'

export type Article = { id: string; name: string; price: number; quantity: number }
export const totalOf = (articles: readonly Article[]): number =>
  articles.reduce((sum, { price, quantity }) => sum + price * quantity, 0)

/**
 * Both halves of an exchange as the counter sees them: the tenders of the sale, and what changes hands in cash (to the
 * shop above zero, to the customer below). What is no cash is given back and taken for itself: a terminal knows no
 * difference.
 *
 * @param rest how what balance does not pay is paid
 */
export function bothHalves(
  back: Pick<RefundPreview['refund'], CounterTender>,
  { total, balance, rest }: { total: number; balance: number; rest: CounterTender },
) {
  const paid = Math.min(balance, total)
  const left = total - paid
  const taken = eachOf(counterTenders, (tender) => (tender === rest ? left : 0))
  return {
    tenders: { ...(paid > 0 && { balance: paid }), ...(left > 0 && { [rest]: left }) },
    cash: taken.cash - back.cash,
    given: eachOf(exactTenders, (tender) => back[tender]),
    taken: eachOf(exactTenders, (tender) => taken[tender]),
  }
}
