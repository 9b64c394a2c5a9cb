import type { Db } from '../../db/sql.ts'

/** Whether these two count as two persons: no one hand can hold both accounts. */
export async function areTwo(db: Db, one: string, other: string): Promise<boolean> {
  const row = await db.first<{ two: boolean }>(
    'select ledger.independent($1, $2) as two',
    [one, other],
    'two-persons',
  )
  return row?.two === true
}
