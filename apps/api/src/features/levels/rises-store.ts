import type { Db, Row } from '../../db/sql.ts'

/** A rise that is told, the name of the rank then, and the key under which it is told once in a year. */
export type Rise = { key: string; name: string }

type Movement = { id: string; level_before: number | null; level_after: number | null }

/**
 * Which of these movements lifted their customer to a rank that they had not reached before in that year: who falls by a
 * refund and buys again is congratulated once. By the id of the movement.
 */
export async function listFirstRises(db: Db, movements: readonly Movement[]): Promise<Map<string, Rise>> {
  const lifting = movements.filter(
    ({ level_before, level_after }) =>
      level_before !== null && level_after !== null && level_after > level_before,
  )
  if (lifting.length === 0) return new Map()
  const rows = await db.rows<
    Row & { id: string; customer_id: string; year: number; level: number; name: string }
  >(
    `select t.id, t.customer_id, y.year, t.level_after as level, (
       select v.name from level_versions v
       where v.level_index = t.level_after and v.valid_from <= t.completed_at order by v.valid_from desc limit 1) as name
     from ledger.transactions t
     cross join lateral (select extract(year from t.completed_at at time zone 'Asia/Tokyo')::int as year) y
     where t.id = any ($1) and t.level_after > t.level_before and not exists (
       select from ledger.transactions e
       where e.customer_id = t.customer_id and e.level_after > e.level_before and e.level_after >= t.level_after
         and e.completed_at < t.completed_at
         and e.completed_at >= make_timestamptz(y.year, 1, 1, 0, 0, 0, 'Asia/Tokyo'))`,
    [lifting.map(({ id }) => id)],
    'first-rises',
  )
  return new Map(
    rows.map(({ id, customer_id, year, level, name }) => [
      id,
      { key: `level:${year}:${level}:${customer_id}`, name },
    ]),
  )
}
