import { judgeAllRanks } from '@shirogane/ledger'
import type { Context } from '../../context.ts'
import { enqueueMessages } from '../messages/index.ts'
import { mailAddresses } from '../notifications/index.ts'
import { takeUntold } from './store.ts'
import { notifyOfGiven } from './notify-given.ts'

const membersAtOnce = 2_000
const notifiedAtOnce = 200

/**
 * The round of a night: New Year for those who have not been judged for it, and refunds of the day before. A member who
 * was judged is not judged again, so any process may run it, twice or beside another.
 */
export async function judgeLevels(ctx: Context, hold: () => Promise<void>): Promise<number> {
  await judgeAllRanks(ctx.db, (work) => ctx.transact(work), { count: membersAtOnce, hold })
  let notified = 0
  for (let some = notifiedAtOnce; some === notifiedAtOnce; notified += some) {
    some = await notifySome(ctx)
    await hold()
  }
  ctx.wakeMessenger()
  return notified + (await notifyOfGiven(ctx, hold))
}

/** By mail alone: a rank that falls is no news for a toast. Answers how many were dealt with. */
function notifySome(ctx: Context): Promise<number> {
  return ctx.transact(async (tx) => {
    const changes = await takeUntold(tx, notifiedAtOnce)
    const addresses = await mailAddresses(
      { db: tx },
      changes.map(({ user_id }) => user_id),
      'offer',
    )
    await enqueueMessages(
      ctx,
      tx,
      changes.flatMap((change) => {
        const to = addresses.get(change.user_id)
        return to === undefined
          ? []
          : [
              {
                user_id: change.user_id,
                to,
                template: 'level_changed' as const,
                data: {
                  year: change.reason === 'year' ? change.year : null,
                  before: change.name_before,
                  after: change.name_after,
                },
                dedupe_key: `level-change:${change.id}:mail`,
              },
            ]
      }),
    )
    return changes.length
  })
}
