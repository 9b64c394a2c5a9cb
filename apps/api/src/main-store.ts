import type { Db, Row } from './db/sql.ts'

/** The seeding of the demo leaves this mark; nothing else does. */
export async function hasDemoData(db: Db): Promise<boolean> {
  const row = await db.first(`select 1 as found from settings where key = 'demo' and value = 'true'::jsonb`)
  return row !== null
}

/** Shops and staff that the seeding of the demo did not bring belong to a real brand. */
export async function hasShopsOfItsOwn(db: Db): Promise<boolean> {
  const row = await db.first('select 1 as found from stores union all select 1 from employees limit 1')
  return row !== null && !(await hasDemoData(db))
}

/** Whether there is a person who can let others in: without an owner there is none. */
export async function hasOwner(db: Db): Promise<boolean> {
  const row = await db.first(`select 1 as found from employees where type = 'owner' and active limit 1`)
  return row !== null
}

/**
 * The epoch from which this database would have to count its transactions; null where it goes on counting from where the
 * books were chained. One that was filled from a dump begins anew: what it posts would get in among what was chained long ago.
 */
export async function findEpochNeeded(db: Db): Promise<number | null> {
  const row = await db.first<Row & { epoch: number }>(
    `select (div(max(until_xid)::text::numeric, 4294967296) + 1)::int as epoch from ledger.chain_blocks
     having max(until_xid) > pg_snapshot_xmax(pg_current_snapshot())`,
  )
  return row?.epoch ?? null
}
