import type { Context } from '../../context.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { enqueueMessages } from '../messages/index.ts'
import { mailAddresses, recordNotifications } from '../notifications/index.ts'
import { type GivenChange, takeUntoldGiven } from './store.ts'
import type { NoticeFacts } from '../../notices/notices.ts'

const atOnce = 200

/**
 * Notifies members of ranks that head office gave them and of their ends, in the app and by mail. Each change is told
 * once, by the process that comes first: at once by the one in which it was given, and by the night's round where any
 * is left. Answers how many.
 */
export async function notifyOfGiven(
  ctx: Context,
  hold: () => Promise<void> = async () => {},
): Promise<number> {
  let notified = 0
  for (let some = atOnce; some === atOnce; notified += some) {
    some = await notifySome(ctx)
    await hold()
  }
  if (notified > 0) {
    ctx.wakePusher()
    ctx.wakeMessenger()
  }
  return notified
}

function notifySome(ctx: Context): Promise<number> {
  const at = ctx.now()
  return ctx.transact(async (tx) => {
    const taken = await takeUntoldGiven(tx, atOnce)
    const changes = taken.filter(({ has_left }) => !has_left)
    await recordNotifications(
      tx,
      changes.map((change) => ({
        id: uuidv7(at),
        user_id: change.user_id,
        ...factsOf(change),
        topic: 'offer',
        dedupe_key: `level-change:${change.id}`,
        transaction_id: null,
        created_at: at,
        // What a night's round ended wakes no member.
        can_wait: change.reason === 'ended',
        path: '/home?sheet=rank',
      })),
    )
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
        if (to === undefined) return []
        const { user_id, reason, name_before: before, name_after: after, until } = change
        const letter = { user_id, to, dedupe_key: `level-change:${change.id}:mail` }
        return [
          reason === 'given'
            ? { ...letter, template: 'level_given' as const, data: { before, after, until } }
            : { ...letter, template: 'level_given_ended' as const, data: { before, after }, can_wait: true },
        ]
      }),
    )
    return taken.length
  })
}

function factsOf({
  reason,
  name_before,
  name_after,
  until,
}: GivenChange): NoticeFacts<'level_given' | 'level_given_ended'> {
  return reason === 'ended'
    ? { kind: 'level_given_ended', facts: { name_before, name_after } }
    : { kind: 'level_given', facts: { name_before, name_after, until } }
}
