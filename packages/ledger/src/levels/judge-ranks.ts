import { foreseeFall, type RankFall } from '@shirogane/domain/ranks/foresee-fall'
import { judgeRank } from '@shirogane/domain/ranks/judge-rank'
import type { Rows } from '../act.ts'
import { type RankFacts, rankRows } from './rank-rows.ts'

/**
 * Judges members in the caller's database transaction: years that have begun, what went back, and given ranks that are
 * over. Judging twice, or from two places at a time, changes nothing more.
 */
export async function judgeRanks(db: Rows, users: readonly string[]): Promise<void> {
  let left = users
  while (left.length > 0) left = await judgeOnce(db, left)
}

async function judgeOnce(db: Rows, users: readonly string[]): Promise<string[]> {
  const [read] = await db.rows<{ facts: RankFacts }>('select ledger.rank_facts($1) as facts', [users])
  return writeJudged(db, read!.facts)
}

/**
 * Judges everybody, for the round of a night: so many members in each database transaction, in the order of their ids.
 * The next are read while the ones before are written. `hold` is called behind each transaction.
 */
export async function judgeAllRanks(
  db: Rows,
  transact: (work: (tx: Rows) => Promise<void>) => Promise<void>,
  { count, hold }: { count: number; hold: () => Promise<void> },
): Promise<void> {
  const readNext = async (after: string | null) => {
    const [read] = await db.rows<{ facts: RankFacts }>('select ledger.next_ranks($1, $2) as facts', [
      after,
      count,
    ])
    return read!.facts
  }
  // In a transaction of its own each time: members who are held already stand behind some of those who are left.
  const judge = async (read: RankFacts) => {
    let left: string[] = []
    await transact(async (tx) => {
      left = await writeJudged(tx, read)
    })
    while (left.length > 0) {
      const again = left
      await transact(async (tx) => {
        left = await judgeOnce(tx, again)
      })
    }
  }
  let facts = await readNext(null)
  while (facts.members.length > 0) {
    const read = facts
    const last = read.members.at(-1)!.user_id
    ;[facts] = await Promise.all([readNext(last), judge(read)])
    await hold()
  }
}

/** Writes what changes of members. Answers those of whom something else has changed since they were read. */
async function writeJudged(db: Rows, facts: RankFacts): Promise<string[]> {
  const decided = rankRows(facts.members.map((member) => ({ member, judgement: judgeRank(member, facts) })))
  if (decided.ranks.length === 0) return []
  const [written] = await db.rows<{ moved: string[] }>('select ledger.write_ranks($1) as moved', [
    JSON.stringify(decided),
  ])
  return written!.moved
}

/**
 * Of the next so many members after this one, those whose rank will fall when this year ends, leaving out those who are
 * stopped. Answers the last one that it looked at as well, or null when there are no more.
 */
export async function foreseeFalls(
  db: Rows,
  { year, after, count }: { year: number; after: string | null; count: number },
): Promise<{ falls: (RankFall & { user_id: string })[]; last: string | null }> {
  const [read] = await db.rows<{ facts: RankFacts }>('select ledger.next_active_ranks($1, $2) as facts', [
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
