import type { TestDatabase } from '../database.ts'
import { patienceMs } from '../patience.ts'

/** Returns when everything that was committed has been told. */
export async function outboxIsEmpty(db: TestDatabase): Promise<void> {
  for (const until = Date.now() + patienceMs; Date.now() < until;) {
    const [row] = await db.query<{ left: number }>(
      'select count(*) as left from ledger.outbox where sent_at is null and not dead',
    )
    if (row?.left === 0) return
    await new Promise((wake) => setTimeout(wake, 20))
  }
  throw new Error('The outbox does not become empty')
}
