import { pointsEarned, taxIncluded, yen } from '@shirogane/domain/money/money'
import { spread } from '@shirogane/domain/money/spread'
import { totalsOf } from '../cart/cart.ts'
import type { Cart } from '../cart/cart.ts'

export type Preview = {
  tax: { rate: number; tax: number }[]
  /** Points that the sale will bring; null without a member. */
  earned: number | null
}

/**
 * What the plate shows before the server has spoken: the tax inside the bill after points, which are a discount, and the
 * points that it will bring. The rules and their rounding are the contract's.
 */
export function previewOf(cart: Cart, points: number, rate_bp: number | null): Preview {
  const { lines } = cart
  const { total, lines: priced } = totalsOf(cart)
  const subtotals = priced.map(({ subtotal }) => subtotal)
  const discounts = spread(points, subtotals)
  const taxable = new Map<number, number>()
  lines.forEach((line, index) => {
    const after = (subtotals[index] ?? 0) - (discounts[index] ?? 0)
    taxable.set(line.tax_rate, (taxable.get(line.tax_rate) ?? 0) + after)
  })
  return {
    tax: [...taxable]
      .toSorted(([a], [b]) => b - a)
      .map(([rate, amount]) => ({ rate, tax: taxIncluded(yen(amount), rate) })),
    earned: rate_bp === null ? null : pointsEarned(yen(total - points), rate_bp),
  }
}
