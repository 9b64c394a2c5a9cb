import type { Db } from '../../db/sql.ts'

/** What a table keeps for a time of its own, and what happens then. */
export type Term = { table: string; kept: string } & (
  | {
      /** Which rows are over, said of a row `r`. */
      due: string
      /** What is emptied of a row that stays; without it the row goes. */
      empty?: string
    }
  /** The ledger's function that does it, where the application writes nothing itself: it takes how many rows at most. */
  | { by: string }
)

/** Removes or empties so many rows of one table whose time is over. Answers how many there were. */
export async function forgetBatch(db: Db, term: Term, max: number): Promise<number> {
  const { table } = term
  if ('by' in term) {
    const row = await db.first<{ done: number }>(`select ${term.by}($1) as done`, [max], `forget-${table}`)
    return row!.done
  }
  const { due, empty } = term
  const change = empty ? `update ${table} set ${empty}` : `delete from ${table}`
  return db.run(
    `${change} where ctid = any (array(select r.ctid from ${table} r where ${due} limit $1))`,
    [max],
    `forget-${table}`,
  )
}
