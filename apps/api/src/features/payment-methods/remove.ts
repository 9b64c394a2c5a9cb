import type { Actor, Context } from '../../context.ts'
import type { Input } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { forgetCards } from './forget.ts'
import { removeCard } from './store.ts'

export async function removePaymentMethod(
  ctx: Context,
  actor: Actor,
  { params }: Input<'paymentMethods.remove'>,
): Promise<undefined> {
  const removed = await ctx.transact((tx) => removeCard(tx, actor.user_id, params.id, ctx.now()))
  if (removed === 'missing') throw new Problem('NOT_FOUND')
  if (removed === 'in_use') throw new Problem('CARD_IN_USE')
  await forgetCards(ctx, [removed])
}
