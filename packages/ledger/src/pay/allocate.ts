import { taxIncluded, yen } from '@shirogane/domain/money/money'
import { spread } from '@shirogane/domain/money/spread'
import {
  type ByTender,
  type Columns,
  columnsOf,
  eachOf,
  sumOver,
  type Tender,
  allTenders,
} from '@shirogane/domain/sales/tenders'
import type { LineRow } from '../rows.ts'

/** A line as it is priced: whole yen, tax included; `subtotal` is what is left to pay after every discount. */
export type SaleLine = Omit<LineRow, keyof Columns<'share', Tender>>

/**
 * Spreads each tender over the lines of a sale in proportion to what of each line is still unpaid, by largest remainder,
 * ties to the earlier line. Both ways add up to the yen: each line's shares to its subtotal, each tender's shares to the
 * tender. A return reads these shares back, so they are decided once, here.
 */
export function allocate(lines: readonly SaleLine[], tenders: ByTender): LineRow[] {
  const total = lines.reduce((sum, line) => sum + line.subtotal, 0)
  const paid = sumOver(allTenders, tenders)
  if (total !== paid) throw new RangeError(`tenders of ${paid} do not pay ${total}`)

  const open = lines.map((line) => line.subtotal)
  const parts = eachOf(allTenders, (tender) => {
    const part = spread(tenders[tender], open)
    part.forEach((amount, index) => (open[index] = open[index]! - amount))
    return part
  })

  return lines.map((line, index) => ({
    ...line,
    ...columnsOf('share', allTenders, (tender) => parts[tender][index]!),
  }))
}

/** The rate in basis points; what is taxed by it, and the tax inside, in whole yen. */
export type TaxRow = { rate: number; taxable: number; tax: number }

/** Own points are a discount of the shop, or one of the ways to pay: tax law knows both, and the brand chooses one. */
export type PointsAs = 'discount' | 'payment'

/**
 * Tax once per document and rate. As a discount, points lower what is taxed; every other tender is a way to pay. Rates
 * without articles are left out; the highest rate comes first.
 */
export function taxOf(lines: readonly LineRow[], pointsAs: PointsAs = 'discount'): TaxRow[] {
  const byRate = new Map<number, number>()
  for (const line of lines) {
    const base = pointsAs === 'discount' ? line.subtotal - line.share_points : line.subtotal
    byRate.set(line.tax_rate_bp, (byRate.get(line.tax_rate_bp) ?? 0) + base)
  }
  return [...byRate]
    .toSorted(([a], [b]) => b - a)
    .map(([rate, taxable]) => ({
      rate,
      taxable,
      tax: taxIncluded(yen(taxable), rate),
    }))
}
