import type { ErrorCode } from '@shirogane/contract/wire/errors'
import type { Db, Row, Tx } from '../../db/sql.ts'

export async function findRankName(db: Db, levelId: string): Promise<string | null> {
  const row = await db.first<{ name: string }>(
    'select name from levels where id = $1',
    [levelId],
    'rank-name',
  )
  return row?.name ?? null
}

/** A given rank bears the id of the approval that it was given by: one approval gives one. */
type Given = { id: string; user_id: string; level_id: string; until: string }

export async function isGiven(db: Db, given: Given): Promise<boolean> {
  const row = await db.first(
    `select from ledger.given_levels g join levels l on l.level_index = g.level_index
     where g.id = $1 and g.user_id = $2 and l.id = $3 and g.until = $4`,
    [given.id, given.user_id, given.level_id, given.until],
    'is-given-rank',
  )
  return row !== null
}

/** Answers why it is refused. */
export async function giveRank(
  tx: Tx,
  given: Given & { reason: string; given_by: string; approved_by: string },
): Promise<ErrorCode | null> {
  const row = await tx.first<{ refusal: ErrorCode | null }>(
    `select ledger.give_level($1, $2, (select level_index from levels where id = $3), $4, $5, $6, $7) as refusal`,
    [given.id, given.user_id, given.level_id, given.until, given.reason, given.given_by, given.approved_by],
    'give-rank',
  )
  return row!.refusal
}

/** Answers why it is refused. */
export async function endGivenRank(
  tx: Tx,
  end: { user_id: string; reason: string; ended_by: string },
): Promise<ErrorCode | null> {
  const row = await tx.first<{ refusal: ErrorCode | null }>(
    'select ledger.end_given_level($1, $2, $3) as refusal',
    [end.user_id, end.reason, end.ended_by],
    'end-given-rank',
  )
  return row!.refusal
}

export type GivenRow = Row & {
  level_index: number
  name: string
  until: string
  reason: string
  given_by: string
  approved_by: string
  given_at: Date
  ended_at: Date | null
  ended_by: string | null
  end_reason: string | null
}

/** The newest first, with the names that the ranks had then. One whose day has passed may still run until the night. */
export function listGivenRanks(db: Db, userId: string): Promise<GivenRow[]> {
  return db.rows<GivenRow>(
    `select g.level_index, g.rank as name, g.until, g.reason, b.name as given_by, a.name as approved_by, g.given_at,
       coalesce(g.ended_at, case when g.until < (ledger.now() at time zone 'Asia/Tokyo')::date
         then (g.until + 1)::timestamp at time zone 'Asia/Tokyo' end) as ended_at,
       e.name as ended_by, g.end_reason
     from ledger.given_levels g
     join employees b on b.user_id = g.given_by
     join employees a on a.user_id = g.approved_by
     left join employees e on e.user_id = g.ended_by
     where g.user_id = $1 order by g.given_at desc, g.id desc limit 20`,
    [userId],
    'given-ranks',
  )
}
