import type { Context } from '../../context.ts'
import { notifyManagers } from '../notifications/index.ts'
import { listDaysToClose, listDifferences } from './store.ts'

/**
 * Notifies the managers of a store, once for each, of a day that is not closed by the time the next one has begun, and
 * of a close whose drawer differed so much that a second person had to approve. Answers how many things there were to
 * tell.
 */
export async function watchDays(ctx: Context): Promise<number> {
  const [open, differences] = await Promise.all([listDaysToClose(ctx.db), listDifferences(ctx.db)])
  const words = [
    ...open.map(({ store_id, name, date }) => ({
      store_id,
      key: `day:${store_id}:${date}:open`,
      kind: 'day_open' as const,
      facts: { store: name, date },
    })),
    ...differences.map(({ id, store_id, name, date, over_short }) => ({
      store_id,
      key: `day:${id}:difference`,
      kind: 'close_difference' as const,
      facts: { store: name, date, over_short },
    })),
  ]
  await notifyManagers(ctx, ctx.db, words)
  return words.length
}
