import { holds } from '@shirogane/contract/wire/rights'
import { stepCount } from '@shirogane/domain/stock/count-stock'
import type { Actor, Context } from '../../../context.ts'
import { Answer, type Input, type Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { postAct } from '../act.ts'
import { getCount, getOwnCount } from './count.ts'
import { lockCount, setCountState } from '../counts-store.ts'

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
  const may_count = holds(actor.role, 'stock.count')
  if (state === 'posted') {
    if (!may_count) throw new Problem('FORBIDDEN')
    const posted = await postAct(ctx, actor, input, {
      kind: 'count',
      store_id: head.store_id,
      count_id: head.id,
      reason: reason ?? null,
    })
    return new Answer(await getCount(ctx, actor, head.id), { headers: posted.headers })
  }
  await ctx.transact(async (tx) => {
    const step = stepCount({ state: await lockCount(tx, head.id), may_count }, state)
    if (step.code !== null) throw new Problem(step.code)
    if (!step.changes) return
    const by = state === 'cancelled' ? actor.user_id : null
    await setCountState(tx, head.id, { state, by, at: ctx.now() })
  })
  return new Answer(await getCount(ctx, actor, head.id))
}
