import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { findRateForUpdate, recordRate } from '../../skus/silver-store.ts'
import { deskOf } from '../../skus/silver.ts'
import { recordChange } from '../index.ts'

/** A rate that another person has to put in force. */
export async function requestSilver(
  ctx: Context,
  actor: Actor,
  { body, requestId }: Input<'admin.requestSilver'>,
): Promise<Output<'admin.requestSilver'>> {
  await ctx.transact(async (tx) => {
    const isNew = await recordRate(tx, { ...body, requested_by: actor.user_id })
    if (!isNew) {
      const there = await findRateForUpdate(tx, body.id)
      if (there?.requested_by !== actor.user_id || there.price_per_g !== body.price_per_g)
        throw new Problem('CONFLICT')
      return
    }
    await recordChange(ctx, tx, {
      actor,
      requestId,
      action: 'silver.request',
      object: `silver:${body.id}`,
      before: null,
      after: { price_per_g: body.price_per_g, note: body.note },
    })
  })
  return deskOf(ctx, actor)
}
