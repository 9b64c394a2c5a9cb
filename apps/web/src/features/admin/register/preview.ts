import { pointsEarned, taxIncluded, yen } from '@shirogane/contract/money'
import type { Line } from './cart.ts'

export type Preview = {
  tax: { rate: number; tax: number }[]
  /** Points that the sale will bring; null without a member. */
  earned: number | null
}

/** Shares an amount over parts by largest remainder, so that the shares add up to the amount exactly. */
export function share(amount: number, parts: readonly number[]): number[] {
  const whole = parts.reduce((sum, part) => sum + part, 0)
  if (whole === 0) return parts.map(() => 0)
  // The product of two nine-digit numbers is beyond the exact integers of a number, so it is taken as a big integer.
  const exact = parts.map((part) => BigInt(amount) * BigInt(part))
  const shares = exact.map((value) => Number(value / BigInt(whole)))
  let left = amount - shares.reduce((sum, value) => sum + value, 0)
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: Number(value % BigInt(whole)) }))
    .toSorted((a, b) => b.remainder - a.remainder || a.index - b.index)
  for (const { index } of byRemainder) {
    if (left === 0) break
    shares[index] = (shares[index] ?? 0) + 1
    left -= 1
  }
  return shares
}

/**
 * What the plate shows before the server has spoken: the tax inside the bill after points, which are a discount, and the
 * points that it will bring. The rules and their rounding are the contract's.
 */
export function previewOf(lines: readonly Line[], points: number, rate_bp: number | null): Preview {
  const subtotals = lines.map((line) => line.unit_price * line.quantity)
  const total = subtotals.reduce((sum, value) => sum + value, 0)
  const discounts = share(points, subtotals)
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
