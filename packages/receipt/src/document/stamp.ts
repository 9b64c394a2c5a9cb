import { taxIncluded, yen } from '@shirogane/domain/money/money'
import type { LineRow } from '@shirogane/ledger'

/** The table of stamp duty, number 17-1, as far as the amount of a line can go. */
const tiers = [
  { from: 50_000, yen: 200 },
  { from: 1_000_001, yen: 400 },
  { from: 2_000_001, yen: 600 },
  { from: 3_000_001, yen: 1_000 },
  { from: 5_000_001, yen: 2_000 },
  { from: 10_000_001, yen: 4_000 },
  { from: 20_000_001, yen: 6_000 },
  { from: 30_000_001, yen: 10_000 },
  { from: 50_000_001, yen: 20_000 },
  { from: 100_000_001, yen: 40_000 },
  { from: 200_000_001, yen: 60_000 },
  { from: 300_000_001, yen: 100_000 },
  { from: 500_000_001, yen: 150_000 },
] as const

/**
 * The revenue stamp on a paper receipt: for the cash that was received, without its tax. Balance was paid for before, a card is no
 * receipt of money, and points are none either.
 */
export function stampYen(lines: readonly Pick<LineRow, 'tax_rate_bp' | 'share_cash'>[]): number {
  const cash = new Map<number, number>()
  for (const line of lines) cash.set(line.tax_rate_bp, (cash.get(line.tax_rate_bp) ?? 0) + line.share_cash)
  const withoutTax = [...cash].reduce(
    (all, [rate, amount]) => all + amount - taxIncluded(yen(amount), rate),
    0,
  )
  return tiers.findLast(({ from }) => withoutTax >= from)?.yen ?? 0
}
