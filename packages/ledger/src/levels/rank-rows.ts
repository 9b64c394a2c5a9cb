import type {
  RankCalendar,
  RankChange,
  RankJudgement,
  RankStanding,
} from '@shirogane/domain/ranks/judge-rank'

/** How a member stands, and the version of their wallet's row as it was read. */
export type RankedMember = RankStanding & { user_id: string; version: string }

/** By what members are judged. */
export type RankFacts = RankCalendar & { members: RankedMember[] }

/** How members stand from now on, and what became of the ranks that count: as `ledger.write_ranks` takes them. */
type RankRows = { ranks: RankRow[]; changes: (RankChange & { user_id: string })[] }

/** What was judged waits no more, and `level_given` is left out where none is given: a night sends one for each member. */
type RankRow = Omit<RankStanding, 'level_last_refunded' | 'level_given' | 'level_given_until'> & {
  user_id: string
  version: string
  level_given?: number
}

/** The rows of what was judged; members of whom everything stays have none. */
export function rankRows(
  judged: readonly { member: RankedMember; judgement: RankJudgement | null; change?: RankChange | null }[],
): RankRows {
  const rows: RankRows = { ranks: [], changes: [] }
  for (const { member, judgement, change } of judged) {
    const { user_id } = member
    if (judgement !== null) rows.ranks.push(rowOf(member, judgement))
    for (const one of [judgement?.change, change]) if (one) rows.changes.push({ ...one, user_id })
  }
  return rows
}

function rowOf({ user_id, version }: RankedMember, judgement: RankJudgement): RankRow {
  const { level_index, level_carried, level_year, level_accumulation, level_last_sum, level_last_rank } =
    judgement
  return {
    user_id,
    version,
    level_index,
    level_carried,
    level_year,
    level_accumulation,
    level_last_sum,
    level_last_rank,
    ...(judgement.level_given !== null && { level_given: judgement.level_given }),
  }
}
