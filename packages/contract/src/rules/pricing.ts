import type { Discount } from '../terms/sale-terms.ts'
import { spread } from '@shirogane/domain/money/spread'

export type Priceable = { unit_price: number; quantity: number; discount?: Discount | null | undefined }

export type PricedLine = {
  gross: number
  /** Taken off this line alone, and this line's share of what is taken off the whole. */
  line_discount: number
  basket_discount: number
  subtotal: number
}
type PricedSale = {
  lines: PricedLine[]
  gross: number
  basket_discount: number
  /** Everything that is taken off. */
  discount: number
  total: number
}

/** What a discount takes off an amount; a percentage is cut off, in the brand's favour by less than a yen. */
export function discountOn(amount: number, { kind, value }: Pick<Discount, 'kind' | 'value'>): number {
  // A product of two nine-digit numbers would pass what a double holds exactly; of an amount and a percentage it cannot.
  return kind === 'percent' ? Math.floor((amount * value) / 100) : value
}

/**
 * The prices of a sale after its discounts: first each line's own, then the whole sale's, which is spread over what the
 * lines still cost, so that a later return of one line gives back what it really cost. Null where a discount takes off
 * more than there is. The register shows by this rule, and the server charges by it.
 */
export function priceSale(
  lines: readonly Priceable[],
  basket: Discount | null | undefined,
): PricedSale | null {
  const own = lines.map(({ unit_price, quantity, discount }) => {
    const gross = unit_price * quantity
    return { gross, line_discount: discount ? discountOn(gross, discount) : 0 }
  })
  if (own.some(({ gross, line_discount }) => line_discount > gross)) return null
  const nets = own.map(({ gross, line_discount }) => gross - line_discount)
  const net = nets.reduce((sum, value) => sum + value, 0)
  const basket_discount = basket ? discountOn(net, basket) : 0
  if (basket_discount > net) return null
  const shares = spread(basket_discount, nets)
  const gross = own.reduce((sum, line) => sum + line.gross, 0)
  return {
    lines: own.map((line, index) => ({
      ...line,
      basket_discount: shares[index]!,
      subtotal: nets[index]! - shares[index]!,
    })),
    gross,
    basket_discount,
    discount: gross - net + basket_discount,
    total: net - basket_discount,
  }
}
