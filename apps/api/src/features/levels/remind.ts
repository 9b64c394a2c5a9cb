import { foreseeFalls } from '@shirogane/ledger'
import type { Context } from '../../context.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { enqueueMessages } from '../messages/index.ts'
import { mailAddresses, recordNotifications } from '../notifications/index.ts'
import { judgeLevels } from './judge.ts'
import { listRanks } from './store.ts'

/** Ranks change on 1 January, and a member who would fall is notified thirty days before (flows 5.13). */
const remindFrom = '12-01'
const membersAtOnce = 500

type Fall = { user_id: string; name_before: string; name_after: string; missing: number }

/**
 * Tells everybody whose rank will fall at New Year by what they have bought so far, in the app and by mail, once a year.
 * `last` is the day on which this was done before: the first day from 1 December on tells, and the others are quiet.
 * Answers how many were told.
 */
export async function remindOfFalls(
  ctx: Context,
  date: string,
  last: string | null,
  hold: () => Promise<void>,
): Promise<number> {
  const year = Number(date.slice(0, 4))
  const from = `${year}-${remindFrom}`
  if (date < from || (last !== null && last >= from)) return 0
  // What went back is counted first, and an installation that was away at night is judged.
  await judgeLevels(ctx, hold)
  let notified = 0
  const names = new Map((await listRanks(ctx.db)).map(({ level_index, name }) => [level_index, name]))
  let after: string | null = null
  do {
    const page = await foreseeFalls(ctx.db, { year, after, count: membersAtOnce })
    const falls = page.falls.map(({ user_id, level_before, level_after, missing }) => ({
      user_id,
      name_before: names.get(level_before)!,
      name_after: names.get(level_after)!,
      missing,
    }))
    if (falls.length > 0) await notify(ctx, falls, year)
    notified += falls.length
    after = page.last
    await hold()
  } while (after !== null)
  if (notified > 0) {
    ctx.wakePusher()
    ctx.wakeMessenger()
  }
  return notified
}

/** The key holds for the year, so that no member is notified twice, by any number of runs and processes. */
async function notify(ctx: Context, falls: readonly Fall[], year: number): Promise<void> {
  const at = ctx.now()
  const key = (user_id: string) => `level-fall:${user_id}:${year}`
  await ctx.transact(async (tx) => {
    await recordNotifications(
      tx,
      falls.map(({ user_id, ...fall }) => ({
        id: uuidv7(at),
        user_id,
        kind: 'level_falling',
        facts: {
          name_before: fall.name_before,
          name_after: fall.name_after,
          missing: fall.missing,
          year,
        },
        topic: 'offer',
        dedupe_key: key(user_id),
        transaction_id: null,
        created_at: at,
        can_wait: true,
        path: '/home?sheet=rank',
      })),
    )
    const addresses = await mailAddresses(
      { db: tx },
      falls.map(({ user_id }) => user_id),
      'offer',
    )
    await enqueueMessages(
      ctx,
      tx,
      falls.flatMap(({ user_id, name_before, name_after, missing }) => {
        const to = addresses.get(user_id)
        return to === undefined
          ? []
          : [
              {
                user_id,
                to,
                template: 'level_falling' as const,
                data: { year: year + 1, before: name_before, after: name_after, missing },
                dedupe_key: `${key(user_id)}:mail`,
                can_wait: true,
              },
            ]
      }),
    )
  })
}
