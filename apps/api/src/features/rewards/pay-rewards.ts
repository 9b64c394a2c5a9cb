import { listDueRewards, payReward } from '@shirogane/ledger'
import type { Context } from '../../context.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { recordNotifications } from '../notifications/index.ts'
import { listConfirmedSince } from './store.ts'

const batch = 500

/**
 * Settles what waits: confirmed where nothing of the sale can come back any more, taken back where the invitation
 * turned out to be void. Each reward in a commit of its own, so that no refund waits long for it. The inviter is
 * notified once, of all that came that day.
 */
export async function payRewards(ctx: Context, date: string, hold: () => Promise<void>): Promise<number> {
  let all = 0
  for (;;) {
    const due = await listDueRewards(ctx.db, batch)
    let moved = 0
    for (const { id } of due) if (await ctx.transact((tx) => payReward(tx, id))) moved += 1
    all += moved
    await hold()
    // What could not be settled now waits for another day.
    if (moved === 0) break
  }
  // Of the whole day: a run that was cut off half-way left its first half untold.
  const confirmed = await listConfirmedSince(ctx.db, new Date(`${date}T00:00:00+09:00`))
  await recordNotifications(
    ctx.db,
    confirmed.map(({ user_id, amount }) => ({
      id: uuidv7(ctx.now()),
      user_id,
      topic: 'affiliate' as const,
      kind: 'rewards_confirmed',
      facts: { amount },
      dedupe_key: `rewards:${user_id}:${date}`,
      transaction_id: null,
      created_at: ctx.now(),
    })),
  )
  if (all > 0) {
    ctx.wakeOutbox()
    ctx.wakePusher()
  }
  return all
}
