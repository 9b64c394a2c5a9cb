import {
  judgeRank,
  type RankCalendar,
  type RankChange,
  type RankJudgement,
  type RankStanding,
} from './judge-rank.ts'

/** Everything that the giving of a rank, or its end before its day, is decided by. */
export type GivenRankFacts = RankCalendar & {
  /** Null where there is no such member. */
  member: RankStanding | null
  has_left: boolean
  /** There is a rank of the index that is wished. */
  is_rank: boolean
  /** The account is one of the person who gives or ends it, or of the one who agreed. */
  is_own: boolean
}

export type GiveRankWish = {
  level_index: number
  /** The last day on which it holds. */
  until: string
}

/** How the member stands by this day, where that was not known yet, and what becomes of the rank that counts. */
export type GivenRankPlan = { code: null; judgement: RankJudgement | null; change: RankChange | null }

/**
 * Gives a member a rank above the one by purchases, until the end of the next year at most. One that runs makes way for
 * it, and may have been the higher one.
 */
export function giveRank(
  facts: GivenRankFacts,
  { level_index, until }: GiveRankWish,
): GivenRankPlan | { code: 'NOT_FOUND' | 'SELF_DEALING' | 'RANK_UNTIL' | 'RANK_NOT_ABOVE' } {
  if (facts.member === null || facts.has_left || !facts.is_rank) return { code: 'NOT_FOUND' }
  const judgement = judgeRank(facts.member, facts)
  const member = judgement ?? facts.member
  if (facts.is_own) return { code: 'SELF_DEALING' }
  if (until < facts.today || until > endOfNextYear(facts.today)) return { code: 'RANK_UNTIL' }
  if (level_index <= member.level_index) return { code: 'RANK_NOT_ABOVE' }
  return { code: null, judgement, change: changeTo(level_index, member, 'given') }
}

/** Ends a given rank before its day: from here on the rank by purchases counts. */
export function endGivenRank(facts: GivenRankFacts): GivenRankPlan | { code: 'CONFLICT' | 'SELF_DEALING' } {
  const judgement = facts.member && judgeRank(facts.member, facts)
  const member = judgement ?? facts.member
  if (member === null || member.level_given === null) return { code: 'CONFLICT' }
  if (facts.is_own) return { code: 'SELF_DEALING' }
  return { code: null, judgement, change: changeTo(member.level_index, member, 'ended') }
}

function endOfNextYear(today: string): string {
  return `${Number(today.slice(0, 4)) + 1}-12-31`
}

function changeTo(level_after: number, member: RankStanding, reason: 'given' | 'ended'): RankChange | null {
  const level_before = Math.max(member.level_index, member.level_given ?? 0)
  if (level_before === level_after) return null
  const { level_year: year, level_accumulation: accumulation } = member
  return { reason, year, level_before, level_after, accumulation }
}
