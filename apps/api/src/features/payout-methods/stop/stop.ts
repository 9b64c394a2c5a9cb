import type { Actor, Context } from '../../../context.ts'
import type { Input } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { stopPayouts } from '../stop.ts'
import { findMethod } from '../store.ts'

/** A member finds an account among theirs that they know nothing of. Stopping is never held up by a proof. */
export async function stopOwnPayouts(
  ctx: Context,
  actor: Actor,
  { params, requestId }: Input<'payoutMethods.stop'>,
): Promise<undefined> {
  const { user_id } = actor
  if (!(await findMethod(ctx.db, user_id, params.id))) throw new Problem('NOT_FOUND')
  await ctx.transact((tx) =>
    stopPayouts(ctx, tx, { user_id, payout_method_id: params.id, by_letter: false, requestId }),
  )
  ctx.wakeMessenger()
  ctx.wakePusher()
}
