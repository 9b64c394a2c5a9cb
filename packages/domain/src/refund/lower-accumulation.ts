import { overlap } from '../money/overlap.ts'
import type { RefundFacts } from './facts.ts'

/** What counts towards the rank in yen: before and after the refund, and what the year before loses. */
export type LevelFall = { level_before: number | null; level_after: number; level_last: number }

/**
 * The rank itself is judged by night; what counts towards it falls at once, in the year that the sale belongs to, or
 * the collection of what it deferred. What is given back in parts takes the part of the earlier year first.
 */
export function lowerAccumulation(facts: RefundFacts, money: number): LevelFall {
  const { sale, wallet, collections, earlier } = facts
  if (wallet === null) return { level_before: null, level_after: 0, level_last: 0 }
  const counted = [
    {
      year: Number(sale.sold_on.slice(0, 4)),
      yen: sale.spent_total - sale.points_regular - sale.points_limited - sale.later,
    },
    ...collections,
  ]
  const of = (isIn: (year: number) => boolean): number =>
    counted.reduce((sum, { year, yen }) => (isIn(year) ? sum + yen : sum), 0)
  const older = of((year) => year < wallet.level_year - 1)
  const last = of((year) => year === wallet.level_year - 1)
  const current = of((year) => year === wallet.level_year)
  return {
    level_before: wallet.level_accumulation,
    level_after: Math.max(0, wallet.level_accumulation - overlap(earlier.base, money, older + last, current)),
    level_last: overlap(earlier.base, money, older, last),
  }
}
