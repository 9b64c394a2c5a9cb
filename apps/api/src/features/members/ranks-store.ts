import type { Db, Row } from '../../db/sql.ts'

export function findRank(db: Db, levelId: string): Promise<{ level_index: number; name: string } | null> {
  return db.first('select level_index, name from levels where id = $1', [levelId], 'rank-by-id')
}

/** A given rank bears the id of the approval that it was given by: one approval gives one. */
type Given = { id: string; user_id: string; level_index: number; until: string }

export async function isGiven(db: Db, given: Given): Promise<boolean> {
  const row = await db.first(
    'select from ledger.given_levels where id = $1 and user_id = $2 and level_index = $3 and until = $4',
    [given.id, given.user_id, given.level_index, given.until],
    'is-given-rank',
  )
  return row !== null
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
