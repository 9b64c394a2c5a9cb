import { foreseeFall, type RankFall } from '@shirogane/domain/ranks/foresee-fall'
import { judgeRank } from '@shirogane/domain/ranks/judge-rank'
import { decideAndPost, type Held, type Rows } from '../act.ts'
import { type RankFacts, rankRows } from './rank-rows.ts'

/** A page of all members, in the order of their ids. */
export type MemberPage = { after: string | null; count: number }

/**
 * Judges members in the caller's database transaction: years that have begun, what went back, and given ranks that are
 * over. Judging twice, or from two places at a time, changes nothing more.
 */
export async function judgeRanks(db: Rows, users: readonly string[]): Promise<void> {
  await decideAndPost(
    { users },
    {
      hold: (act) =>
        db.rows<{ facts: Held<{ facts: RankFacts }> }>('select ledger.hold_ranks($1) as facts', [act]),
      decide: ({ facts }: { facts: RankFacts }) =>
        rankRows(
          facts.members.map((member) => ({ user_id: member.user_id, judgement: judgeRank(member, facts) })),
        ),
      post: (act, decided) => db.rows('select ledger.judge_ranks($1, $2)', [act, decided]),
    },
  )
}

/**
 * Judges the next so many members after this one, for the round of a night: those of whom something may change, in a
 * database transaction of their own. Answers the last one that it looked at, or null when there are no more.
 */
export async function judgeNextRanks(
  db: Rows,
  transact: (work: (tx: Rows) => Promise<void>) => Promise<void>,
  { after, count }: MemberPage,
): Promise<string | null> {
  const [page] = await db.rows<{ users: string[]; last: string | null }>(
    'select users, last from ledger.next_unjudged($1, $2)',
    [after, count],
  )
  const { users, last } = page!
  if (users.length > 0) await transact((tx) => judgeRanks(tx, users))
  return last
}

/**
 * Of the next so many members after this one, those whose rank will fall when this year ends, leaving out those who are
 * stopped. Answers the last one that it looked at as well, or null when there are no more.
 */
export async function foreseeFalls(
  db: Rows,
  { year, after, count }: MemberPage & { year: number },
): Promise<{ falls: (RankFall & { user_id: string })[]; last: string | null }> {
  const [read] = await db.rows<{ facts: RankFacts }>('select ledger.next_ranks($1, $2) as facts', [
    after,
    count,
  ])
  const { members, ...calendar } = read!.facts
  const falls = members.flatMap((member) => {
    const fall = foreseeFall(member, year, calendar)
    return fall === null ? [] : [{ ...fall, user_id: member.user_id }]
  })
  return { falls, last: members.at(-1)?.user_id ?? null }
}
