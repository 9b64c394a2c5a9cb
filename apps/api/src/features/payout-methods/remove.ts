import type { Actor, Context } from '../../context.ts'
import type { Input } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { requireStepUp } from '../auth/index.ts'
import { findMethod, hasOpenPayout, lockMethod, lockOwner, removeMethod } from './store.ts'
import { notifyOfMethod } from './notify.ts'
import { refOf } from './write.ts'

/** Takes an account away. Where it was the main one the newest of the others is from now on, so it asks who is there too. */
export async function removePayoutMethod(
  ctx: Context,
  actor: Actor,
  { params }: Input<'payoutMethods.remove'>,
): Promise<undefined> {
  const { user_id } = actor
  const found = await findMethod(ctx.db, user_id, params.id)
  if (!found) throw new Problem('NOT_FOUND')
  await ctx.transact(async (tx) => {
    await requireStepUp(ctx, tx, actor, 'payout_method', refOf(found))
    const owner = await lockOwner(tx, user_id)
    const locked = await lockMethod(tx, user_id, params.id)
    if (!locked) throw new Problem('NOT_FOUND')
    if (refOf(locked) !== refOf(found)) throw new Problem('CONFLICT')
    if (await hasOpenPayout(tx, locked.id)) throw new Problem('PAYOUT_METHOD_IN_USE')
    await removeMethod(tx, user_id, params.id, ctx.now())
    await notifyOfMethod(ctx, tx, { user_id, ...owner }, 'removed', locked)
  })
  ctx.wakeMessenger()
}
