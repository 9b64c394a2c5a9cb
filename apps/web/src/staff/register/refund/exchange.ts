import type { RefundPreview } from '@shirogane/contract/resources/sales/refunds'

export type Article = { id: string; name: string; price: number; quantity: number }
/** How what balance does not pay is paid. */
export type Rest = 'cash' | 'card'

export const totalOf = (articles: readonly Article[]): number =>
  articles.reduce((sum, { price, quantity }) => sum + price * quantity, 0)

/**
 * Both halves of an exchange as the counter sees them: the tenders of the sale, what changes hands in cash (to the shop
 * above zero, to the customer below), and what the terminal is told. A card is given back and charged for itself: a
 * terminal knows no difference.
 */
export function bothHalves(
  back: Pick<RefundPreview['refund'], 'cash' | 'card'>,
  { total, balance, rest }: { total: number; balance: number; rest: Rest },
) {
  const paid = Math.min(balance, total)
  const left = total - paid
  const [cash, card] = rest === 'cash' ? [left, 0] : [0, left]
  return {
    tenders: { ...(paid > 0 && { balance: paid }), ...(cash > 0 && { cash }), ...(card > 0 && { card }) },
    cash: cash - back.cash,
    card_back: back.card,
    card,
  }
}
