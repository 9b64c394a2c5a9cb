import type { Db } from '../../../db/sql.ts'

/** Is this the code of a member who wants to show their documents? It pays nothing either. */
export async function isVisitCode(db: Db, hash: Uint8Array): Promise<boolean> {
  const row = await db.first(`select 1 as found from kyc_visits where token_hash = $1 or code_hash = $1`, [
    hash,
  ])
  return row !== null
}

/** Is this the code of a person who is not verified yet? Such codes stand in a table that no payment reads. */
export async function isCounterCode(db: Db, hash: Uint8Array): Promise<boolean> {
  const row = await db.first(`select 1 as found from counter_codes where token_hash = $1 or code_hash = $1`, [
    hash,
  ])
  return row !== null
}
