import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { ActOutcome } from '../act.ts'
import { claimRewards, listDueRewards, payReward } from '../rewards/claim-rewards.ts'
import { rowsOf, withinPool } from '../within.ts'

/** Settles every reward whose time has come, each in a commit of its own. Answers how many moved. */
export async function payDueRewards(pool: pg.Pool): Promise<number> {
  let moved = 0
  for (const { id } of await listDueRewards(rowsOf(pool), 1_000))
    if (await withinPool(pool, (db) => payReward(db, id))) moved += 1
  return moved
}

/** Claims what is confirmed for a member: of one friend, or of all of them. */
export function claimFor(
  pool: pg.Pool,
  user: string,
  method: 'wallet' | 'bank',
  { friend = null, key = null }: { friend?: string | null; key?: string | null } = {},
): Promise<ActOutcome<string>> {
  return withinPool(pool, (db) =>
    claimRewards(db, {
      actor_id: user,
      transaction_id: randomUUID(),
      route: 'reward',
      key,
      request_hash: key === null ? null : Buffer.from(`${method}${friend}`),
      affiliate_id: friend,
      method,
    }),
  )
}
