import type { Db, Row, Tx } from '../../../db/sql.ts'

/** False where the id is taken already. */
export async function recordOpening(
  tx: Tx,
  opening: {
    id: string
    store_id: string
    register_id: string
    employee_id: string
    reason: string
    note: string | null
  },
): Promise<boolean> {
  const touched = await tx.run(
    `insert into drawer_openings (id, store_id, register_id, employee_id, reason, note, opened_at)
     values ($1, $2, $3, $4, $5, $6, ledger.now()) on conflict (id) do nothing`,
    [opening.id, opening.store_id, opening.register_id, opening.employee_id, opening.reason, opening.note],
  )
  return touched === 1
}

export function findOpening(
  db: Db,
  id: string,
): Promise<(Row & { register_id: string; opened_at: Date }) | null> {
  return db.first('select register_id, opened_at from drawer_openings where id = $1', [id], 'drawer-opening')
}

/** Whether the float of the day that is open at the store has been counted. */
export async function isFloatCounted(db: Db, storeId: string): Promise<boolean> {
  const row = await db.first<{ counted: boolean }>(
    `select exists (select from ledger.day_floats
       where store_id = $1 and business_date = ledger.shop_date($1)) as counted`,
    [storeId],
    'float-counted',
  )
  return row!.counted
}

/** When the installation was last led back to an earlier moment, within so many days; null where it was not. */
export async function findRestore(db: Db, days: number): Promise<Date | null> {
  const row = await db.first<{ at: Date | null }>(
    `select max(c.checked_at) as at from book_checks c
     where c.findings > 0 and c.checked_at > ledger.now() - make_interval(days => $1)
       and exists (select from book_findings f where f.check_id = c.id and f.rule = 'restored')`,
    [days],
    'last-restore',
  )
  return row!.at
}

/** Which of these ids no movement of the installation has. */
export async function listMissing(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    `select a.id from unnest($1::uuid[]) with ordinality a (id, place)
     where not exists (select from ledger.transactions t where t.id = a.id) order by a.place`,
    [ids],
    'missing-movements',
  )
  return rows.map(({ id }) => id)
}
