import type { Actor, Context } from '../../../context.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import type { Output } from '../../../http/operation.ts'
import { recordNotifications } from '../../notifications/index.ts'
import { getOwn } from '../own.ts'
import { showAffiliator } from './show.ts'
import { leaveInvitations } from '../store.ts'

/**
 * Ends one's own invitations. What friends bought until now is confirmed, claimed and paid out as it would have been; asked
 * twice, it is the same act.
 */
export async function leave(ctx: Context, actor: Actor): Promise<Output<'affiliates.leave'>> {
  await getOwn(ctx, actor)
  const at = ctx.now()
  const hasLeft = await ctx.transact(async (tx) => {
    if (!(await leaveInvitations(tx, actor.user_id, at))) return false
    await recordNotifications(tx, [
      {
        id: uuidv7(at),
        user_id: actor.user_id,
        topic: 'affiliate',
        kind: 'affiliator_left',
        facts: {},
        dedupe_key: `affiliator-left:${actor.user_id}:${String(at.getTime())}`,
        transaction_id: null,
        created_at: at,
        path: '/user/affiliator?tab=reward',
      },
    ])
    return true
  })
  if (hasLeft) ctx.wakePusher()
  return showAffiliator(ctx, actor)
}
