import type { Db, Row } from '../../db/sql.ts'

export async function expireBatch(
  db: Db,
  after: string | null,
  wallets: number,
): Promise<{ last: string | null; expired: number }> {
  const row = await db.first<{ last: string | null; expired: number }>(
    'select last, expired from ledger.expire_due($1, $2)',
    [after, wallets],
    'expire-due',
  )
  return row!
}

export type Ending = Row & { user_id: string; points: number }

/** Members who would lose at least so many points at the end of this day, in the order of their ids. */
export function listEnding(
  db: Db,
  asked: { ends_on: string; after: string | null; points_min: number; limit: number },
): Promise<Ending[]> {
  return db.rows<Ending>(
    `select e.user_id, sum(e.points)::bigint as points
     from (
       select w.user_id, w.point_regular as points from ledger.wallets w
       where w.point_regular > 0 and w.point_regular_expires_on = $1
       union all
       select l.user_id, l.remaining from ledger.point_lots l
       where l.remaining > 0 and l.expires_at >= ($1::date::timestamp at time zone 'Asia/Tokyo')
         and l.expires_at < (($1::date + 1)::timestamp at time zone 'Asia/Tokyo') and l.expires_at > ledger.now()
     ) e
     join users u on u.id = e.user_id and u.suspended_at is null and u.closed_at is null
     where $2::uuid is null or e.user_id > $2
     group by e.user_id having sum(e.points) >= $3
     order by e.user_id limit $4`,
    [asked.ends_on, asked.after, asked.points_min, asked.limit],
    'points-ending',
  )
}
