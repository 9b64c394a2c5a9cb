import type { TestDatabase } from './database.ts'

/** Stops the ledger's clock at this moment; null gives it the real time back. */
export async function moveLedgerClock(db: TestDatabase, at: string | null): Promise<void> {
  const now = at === null ? 'transaction_timestamp()' : `timestamptz '${at}'`
  await db.query(
    `create or replace function ledger.now() returns timestamptz language sql stable parallel safe return ${now}`,
  )
}
