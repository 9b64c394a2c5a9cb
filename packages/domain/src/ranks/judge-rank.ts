import { quotasOfYear, type QuotaVersion } from './quotas.ts'
import { reachLevel } from './reach-level.ts'

/** What a wallet says of the rank of its member. Days stand as `2026-12-31`, of Japan. */
export type RankStanding = {
  /** The rank by purchases, and the one that was brought into the year. */
  level_index: number
  level_carried: number
  /** The year that is counted, and the yen that count in it so far. */
  level_year: number
  level_accumulation: number
  /** What the year before came to, and the rank that was brought into it; null for a member without one. */
  level_last_sum: number | null
  level_last_rank: number | null
  /** Something went back of the year before, and no night has judged it yet. */
  level_last_refunded: boolean
  /** The rank that head office gave, and its last day. */
  level_given: number | null
  level_given_until: string | null
}

/** By what ranks are judged: the day, and the quotas that they have had. */
export type RankCalendar = { today: string; quotas: readonly QuotaVersion[] }

/** A change of the rank that counts, and the yen by which it was judged. */
export type RankChange = {
  reason: 'year' | 'refund' | 'given' | 'ended'
  year: number
  level_before: number
  level_after: number
  accumulation: number
}

/** How a member stands from now on; `change` is null where the rank that counts is the same. */
export type RankJudgement = RankStanding & { change: RankChange | null }

/**
 * Judges a member: the years that have ended, what went back of this year and of the one before, and a given rank whose
 * last day is over. Answers null where everything stays. Judging once more changes nothing, and years that no night
 * judged come to the same as if one had.
 */
export function judgeRank(before: RankStanding, calendar: RankCalendar): RankJudgement | null {
  const year = yearOf(calendar)
  let after = endGiven(lowerRefunded(before, calendar), calendar)
  while (after.level_year < year) after = endYear(after, calendar)
  return isSame(before, after) ? null : { ...after, change: changeOf(before, after, year) }
}

/** A member who pays before the night of New Year is judged first: what they pay counts for the new year. */
export function judgeOldYear(member: RankStanding, calendar: RankCalendar): RankJudgement | null {
  return member.level_year < yearOf(calendar) ? judgeRank(member, calendar) : null
}

/** The rank that head office gave, while it holds. */
export function givenRank({ level_given, level_given_until }: RankStanding, today: string): number | null {
  return level_given_until !== null && level_given_until >= today ? level_given : null
}

/** The rank that counts on a day: of the one by purchases and the given one the higher. */
export function heldRank(member: RankStanding, today: string): number {
  return Math.max(member.level_index, givenRank(member, today) ?? 0)
}

/** The year of the day on which is judged. */
export function yearOf({ today }: RankCalendar): number {
  return Number(today.slice(0, 4))
}

/**
 * What went back of the year before is judged as if it had gone back within that year: it changes what was brought along.
 * Within a year a rank is the higher of that one and the one that the year's purchases earned.
 */
function lowerRefunded(standing: RankStanding, calendar: RankCalendar): RankStanding {
  const { level_year, level_last_rank, level_last_sum } = standing
  const level_carried = standing.level_last_refunded
    ? rankAfterYear(
        { year: level_year - 1, carried: level_last_rank ?? 0, yen: level_last_sum ?? 0 },
        calendar,
      )
    : standing.level_carried
  const reached = reachLevel(
    level_carried,
    standing.level_accumulation,
    quotasOfYear(level_year, calendar.quotas),
  )
  return {
    ...standing,
    level_index: Math.min(standing.level_index, reached),
    level_carried,
    level_last_refunded: false,
  }
}

function endYear(standing: RankStanding, calendar: RankCalendar): RankStanding {
  const { level_year: year, level_carried: carried, level_accumulation: yen } = standing
  const level = rankAfterYear({ year, carried, yen }, calendar)
  return {
    ...standing,
    level_index: level,
    level_carried: level,
    level_year: year + 1,
    level_accumulation: 0,
    level_last_sum: yen,
    level_last_rank: carried,
  }
}

/** At New Year: the rank that the year earned, and otherwise one below the one that was brought into it. */
function rankAfterYear(
  { year, carried, yen }: { year: number; carried: number; yen: number },
  { quotas }: RankCalendar,
): number {
  return reachLevel(Math.max(0, carried - 1), yen, quotasOfYear(year, quotas))
}

function endGiven(standing: RankStanding, { today }: RankCalendar): RankStanding {
  const { level_given_until } = standing
  return level_given_until !== null && level_given_until < today
    ? { ...standing, level_given: null, level_given_until: null }
    : standing
}

function isSame(before: RankStanding, after: RankStanding): boolean {
  return (
    before.level_year === after.level_year &&
    before.level_index === after.level_index &&
    before.level_last_refunded === after.level_last_refunded &&
    before.level_given === after.level_given
  )
}

function changeOf(before: RankStanding, after: RankStanding, year: number): RankChange | null {
  const given = before.level_given ?? 0
  const level_before = Math.max(before.level_index, given)
  const level_after = Math.max(after.level_index, after.level_given ?? 0)
  if (level_before === level_after) return null
  const isEnd = after.level_given === null && given > before.level_index
  return {
    reason: isEnd ? 'ended' : before.level_year < year ? 'year' : 'refund',
    year: after.level_year,
    level_before,
    level_after,
    accumulation: before.level_accumulation,
  }
}
