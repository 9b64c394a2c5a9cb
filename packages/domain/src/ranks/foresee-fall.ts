import { heldRank, judgeRank, type RankCalendar, type RankStanding, yearOf } from './judge-rank.ts'
import { lowestQuota } from './quotas.ts'

/** A fall that is to come: the rank until then, the rank after it, and the yen that are missing to keep it. */
export type RankFall = { level_before: number; level_after: number; missing: number }

/**
 * Whether the rank of a member will fall when this year ends, by what they have bought so far and by what is given to
 * them; null where it will not, once the year is over, and of a member whose year has not been judged. Flows 5.13.
 */
export function foreseeFall(member: RankStanding, year: number, calendar: RankCalendar): RankFall | null {
  if (yearOf(calendar) !== year || member.level_year !== year) return null
  const newYear = `${year + 1}-01-01`
  const level_before = heldRank(member, `${year}-12-31`)
  const level_after = heldRank(judgeRank(member, { ...calendar, today: newYear }) ?? member, newYear)
  const quota = lowestQuota(level_before, year, calendar.quotas)
  return level_after < level_before && quota !== null
    ? { level_before, level_after, missing: quota - member.level_accumulation }
    : null
}
