import type { TestDatabase } from '../database.ts'
import { patienceMs } from '../patience.ts'

/** Returns when everything that was committed has been told, and every consumer has dealt with it. */
export async function outboxIsEmpty(db: TestDatabase): Promise<void> {
  for (const until = Date.now() + patienceMs; Date.now() < until;) {
    const [row] = await db.query<{ left: number }>(
      `select (select count(*) from ledger.outbox where sent_at is null and not dead)
         + (select count(*) from ledger.consumers c join ledger.transactions t on (t.xid, t.id) > (c.xid, c.id))
         + (select count(*) from ledger.set_aside where not dead) as left`,
    )
    if (row?.left === 0) return
    await new Promise((wake) => setTimeout(wake, 20))
  }
  throw new Error('The outbox does not become empty')
}
