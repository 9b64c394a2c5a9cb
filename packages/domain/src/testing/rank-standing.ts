import type { RankCalendar, RankStanding } from '../ranks/judge-rank.ts'
import type { QuotaVersion } from '../ranks/quotas.ts'

/** The quotas of the demo brand, the same in every year. */
export const ladder = [0, 30_000, 100_000, 300_000, 1_000_000]
export const quotas = ladder.map((quota, level_index): QuotaVersion => ({
  level_index,
  quota,
  valid_from: null,
  valid_until: null,
}))
export const on = (today: string): RankCalendar => ({ today, quotas })

export const memberOf = (change: Partial<RankStanding> = {}): RankStanding => ({
  level_index: 0,
  level_carried: 0,
  level_year: 2026,
  level_accumulation: 0,
  level_last_sum: null,
  level_last_rank: null,
  level_last_refunded: false,
  level_given: null,
  level_given_until: null,
  ...change,
})
/** A member who brought this rank into 2026 and has bought for so many yen since, at the rank that this gives. */
export const bought = (
  level_carried: number,
  level_accumulation: number,
  change: Partial<RankStanding> = {},
) =>
  memberOf({
    level_index: Math.max(level_carried, ladder.filter((quota) => quota <= level_accumulation).length - 1),
    level_carried,
    level_accumulation,
    ...change,
  })
