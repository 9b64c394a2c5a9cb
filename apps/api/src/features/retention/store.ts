import type { Db } from '../../db/sql.ts'
import type { Term } from './terms-store.ts'

/** Removes or empties so many rows of one table whose time is over. Answers how many there were. */
export async function forgetBatch(db: Db, { table, due, empty, by }: Term, max: number): Promise<number> {
  if (by) {
    const row = await db.first<{ done: number }>(`select ${by}($1) as done`, [max], `forget-${table}`)
    return row!.done
  }
  const change = empty ? `update ${table} set ${empty}` : `delete from ${table}`
  return db.run(
    `${change} where ctid = any (array(select r.ctid from ${table} r where ${due} limit $1))`,
    [max],
    `forget-${table}`,
  )
}
