import type { Context } from '../../context.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { addDays } from '../../lib/days.ts'
import { enqueueMessages } from '../messages/index.ts'
import { mailAddresses, recordNotifications } from '../notifications/index.ts'
import { daysToNotify, noticeDays, noticePointsMin } from './rules.ts'
import { type Ending, listEnding } from './store.ts'

const batch = 500

/**
 * Notifies each member whose points end thirty or seven days from this day, in the app and by mail, once. `last` is the
 * day of the last run, so that a night without a server leaves no member without notice. Answers how many were
 * notified.
 */
export async function remindOfEnding(
  ctx: Context,
  date: string,
  last: string | null,
  hold: () => Promise<void>,
): Promise<number> {
  let notified = 0
  for (const day of daysToNotify(last, date)) {
    for (const days of noticeDays) {
      notified += await remindOfDay(ctx, { ends_on: addDays(day, days), days }, hold)
    }
  }
  if (notified > 0) {
    ctx.wakePusher()
    ctx.wakeMessenger()
  }
  return notified
}

async function remindOfDay(
  ctx: Context,
  { ends_on, days }: { ends_on: string; days: number },
  hold: () => Promise<void>,
): Promise<number> {
  let notified = 0
  for (let after: string | null = null; ;) {
    const ending: Ending[] = await listEnding(ctx.db, {
      ends_on,
      after,
      points_min: noticePointsMin,
      limit: batch,
    })
    if (ending.length === 0) return notified
    await notify(ctx, ending, { ends_on, days })
    notified += ending.length
    after = ending.at(-1)!.user_id
    await hold()
  }
}

async function notify(
  ctx: Context,
  ending: readonly Ending[],
  { ends_on, days }: { ends_on: string; days: number },
): Promise<void> {
  const at = ctx.now()
  const key = (user_id: string) => `points-end:${user_id}:${ends_on}:${days}`
  await recordNotifications(
    ctx.db,
    ending.map(({ user_id, points }) => ({
      id: uuidv7(at),
      user_id,
      kind: 'points_ending',
      facts: { points, ends_on },
      topic: 'offer',
      dedupe_key: key(user_id),
      transaction_id: null,
      created_at: at,
      can_wait: true,
    })),
  )
  const addresses = await mailAddresses(
    ctx,
    ending.map(({ user_id }) => user_id),
    'offer',
  )
  await enqueueMessages(
    ctx,
    ctx.db,
    ending.flatMap(({ user_id, points }) => {
      const to = addresses.get(user_id)
      return to === undefined
        ? []
        : [
            {
              user_id,
              to,
              template: 'points_ending' as const,
              data: { points, ends_on },
              dedupe_key: `${key(user_id)}:mail`,
              can_wait: true,
            },
          ]
    }),
  )
}
