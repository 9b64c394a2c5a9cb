import { recordLook } from '@shirogane/ledger'
import type { Actor, Context } from '../../../context.ts'
import { Answer, type Input, type Output, replayed } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { getOwnCount } from './count.ts'

/** One look at one article. A look that is sent again counts once. */
export async function countEntry(
  ctx: Context,
  actor: Actor,
  { params, body, idempotencyKey, requestHash }: Input<'inventory.countEntry'>,
): Promise<Answer<Output<'inventory.countEntry'>>> {
  await getOwnCount(ctx, actor, params.id)
  const outcome = await ctx.transact((tx) =>
    recordLook(tx, {
      ...body,
      actor_id: actor.user_id,
      route: 'inventory/count',
      key: idempotencyKey,
      request_hash: Buffer.from(requestHash),
      count_id: params.id,
    }),
  )
  if (outcome.code !== null) throw new Problem(outcome.code)
  const answer = { count_id: params.id, sku_id: body.sku_id }
  return outcome.replayed ? replayed(answer) : new Answer(answer)
}
