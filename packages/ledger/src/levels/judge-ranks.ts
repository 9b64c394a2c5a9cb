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
  return writeJudged(db, decide(read!.facts))
}

/**
 * Judges everybody, for the round of a night: so many members in each database transaction, in the order of their ids.
 * The next are read and judged while the ones before are written. `hold` is called behind each transaction.
 */
export async function judgeAllRanks(
  db: Rows,
  transact: (work: (tx: Rows) => Promise<void>) => Promise<void>,
  { count, hold }: { count: number; hold: () => Promise<void> },
): Promise<void> {
  const judgeNext = async (after: string | null) => {
    const [read] = await db.rows<{ facts: RankFacts }>('select ledger.next_ranks($1, $2) as facts', [
      after,
      count,
    ])
    const { facts } = read!
    return { last: facts.members.at(-1)?.user_id ?? null, decided: decide(facts) }
  }
  // In a transaction of its own each time: members who are held already stand behind some of those who are left.
  const write = async (decided: Decided | null) => {
    let left: string[] = []
    await transact(async (tx) => {
      left = await writeJudged(tx, decided)
    })
    while (left.length > 0) {
      const again = left
      await transact(async (tx) => {
        left = await judgeOnce(tx, again)
      })
    }
  }
  let next = await judgeNext(null)
  while (next.last !== null) {
    const { last, decided } = next
    ;[next] = await Promise.all([judgeNext(last), write(decided)])
    await hold()
  }
}

/** Rows as text: a night writes thousands at once, and the database reads each of the two but once. */
type Decided = { ranks: string; changes: string }

/** What changes of members as they were read, as `ledger.write_ranks` takes it; null where everything stays. */
function decide(facts: RankFacts): Decided | null {
  const decided = rankRows(facts.members.map((member) => ({ member, judgement: judgeRank(member, facts) })))
  return decided.ranks.length === 0
    ? null
    : { ranks: JSON.stringify(decided.ranks), changes: JSON.stringify(decided.changes) }
}

/** Writes what was decided. Answers those of whom something else has changed since they were read. */
async function writeJudged(db: Rows, decided: Decided | null): Promise<string[]> {
  if (decided === null) return []
  const [written] = await db.rows<{ moved: string[] }>('select ledger.write_ranks($1, $2) as moved', [
    decided.ranks,
    decided.changes,
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
