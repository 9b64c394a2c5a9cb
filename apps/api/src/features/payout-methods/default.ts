import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { requireStepUp } from '../auth/index.ts'
import { presentMethod } from './account.ts'
import { findMethod, lockMethod, lockOwner, setDefault } from './store.ts'
import { notifyOfMethod } from './notify.ts'
import { countWrite, refOf } from './write.ts'

/** The account that payouts go to from now on. Making the main one the main one again changes and tells nothing. */
export async function makeDefault(
  ctx: Context,
  actor: Actor,
  { params }: Input<'payoutMethods.makeDefault'>,
): Promise<Output<'payoutMethods.makeDefault'>> {
  const { user_id } = actor
  const found = await findMethod(ctx.db, user_id, params.id)
  if (!found) throw new Problem('NOT_FOUND')
  const method = await ctx.transact(async (tx) => {
    await requireStepUp(ctx, tx, actor, 'payout_method', refOf(found))
    const owner = await lockOwner(tx, user_id)
    const locked = await lockMethod(tx, user_id, params.id)
    if (!locked) throw new Problem('NOT_FOUND')
    // It may have become another account since its end was shown.
    if (refOf(locked) !== refOf(found)) throw new Problem('CONFLICT')
    if (locked.is_default) return locked
    await countWrite(ctx, actor)
    await setDefault(tx, user_id, params.id)
    await notifyOfMethod(ctx, tx, { user_id, ...owner }, 'main', locked)
    return { ...locked, is_default: true }
  })
  ctx.wakeMessenger()
  return presentMethod(method)
}
