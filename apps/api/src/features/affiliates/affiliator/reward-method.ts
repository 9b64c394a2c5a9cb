import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { requireStepUp } from '../../auth/index.ts'
import { findRewardMethod, recordRewardMethod } from '../../rewards/store.ts'

/**
 * How this member receives rewards from now on. The end of a month acts by it without asking again, so a member who
 * changes it proves who they are as for a claim. Choosing what is chosen already changes nothing.
 */
export async function changeMethod(
  ctx: Context,
  actor: Actor,
  { body }: Input<'rewards.changeMethod'>,
): Promise<Output<'rewards.changeMethod'>> {
  const kept = await ctx.transact(async (tx) => {
    const before = await findRewardMethod(tx, actor.user_id)
    if (!before) throw new Problem('NOT_AFFILIATOR')
    if (before.method === body.method && before.since !== null) return before
    await requireStepUp(ctx, tx, actor, 'reward')
    const since = ctx.now()
    await recordRewardMethod(tx, { user_id: actor.user_id, method: body.method, since })
    return { method: body.method, since }
  })
  return { method: kept.method, method_since: kept.since?.toISOString() ?? null }
}
