import { holds } from '@shirogane/contract/wire/rights'
import type { Actor, Context } from '../../../context.ts'
import { Answer, type Input, type Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { postAct } from '../act.ts'
import { getCount, getOwnCount } from './count.ts'
import { type CountRow, moveCount } from '../counts-store.ts'

/**
 * The person who counts says that it is done, or that it goes on. A manager posts the differences or gives the count
 * up.
 */
export async function updateCount(
  ctx: Context,
  actor: Actor,
  input: Input<'inventory.updateCount'>,
): Promise<Answer<Output<'inventory.updateCount'>>> {
  const head = await getOwnCount(ctx, actor, input.params.id)
  const { state, reason } = input.body
  if ((state === 'posted' || state === 'cancelled') && !holds(actor.role, 'stock.count'))
    throw new Problem('FORBIDDEN')
  if (state === 'posted') {
    const posted = await postAct(ctx, actor, input, {
      kind: 'count',
      store_id: head.store_id,
      count_id: head.id,
      reason: reason ?? null,
    })
    return new Answer(await getCount(ctx, actor, head.id), { headers: posted.headers })
  }
  await step(ctx, actor, head, state)
  return new Answer(await getCount(ctx, actor, head.id))
}

const before = {
  counting: ['review'],
  review: ['counting'],
  cancelled: ['counting', 'review'],
} as const

async function step(ctx: Context, actor: Actor, head: CountRow, state: keyof typeof before): Promise<void> {
  if (head.state === state) return
  const moved = await ctx.transact((tx) =>
    moveCount(tx, head.id, before[state], {
      state,
      by: state === 'cancelled' ? actor.user_id : null,
      at: ctx.now(),
    }),
  )
  if (!moved) throw new Problem('STOCKTAKE_STATE')
}
