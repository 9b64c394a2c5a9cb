import type { Db, Row, Tx } from '../../db/sql.ts'

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

/** Whether somebody has counted the float of the day that is open at the store. */
export async function isFloatCounted(db: Db, storeId: string): Promise<boolean> {
  const row = await db.first<{ counted: boolean }>(
    `select exists (select from ledger.day_floats
       where store_id = $1 and business_date = ledger.shop_date($1)) as counted`,
    [storeId],
    'float-counted',
  )
  return row!.counted
}
