import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { presentMethod } from './account.ts'
import { findMethod } from './store.ts'

export async function showPayoutMethod(
  ctx: Context,
  actor: Actor,
  { params }: Input<'payoutMethods.show'>,
): Promise<Output<'payoutMethods.show'>> {
  const method = await findMethod(ctx.db, actor.user_id, params.id)
  if (!method) throw new Problem('NOT_FOUND')
  return presentMethod(method)
}
