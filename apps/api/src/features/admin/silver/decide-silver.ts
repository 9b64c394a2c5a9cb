import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { areTwo } from '../../approvals/index.ts'
import { decideRate, findRateForUpdate, getRateInForce, putRateInForce } from '../../skus/silver-store.ts'
import { deskOf } from '../../skus/silver.ts'
import { recordChange } from '../index.ts'

/** Who entered it never decides it. With an approval every price that follows the weight changes in the same commit. */
export async function decideSilver(
  ctx: Context,
  actor: Actor,
  { params: { id }, body: { decision }, requestId }: Input<'admin.decideSilver'>,
): Promise<Output<'admin.decideSilver'>> {
  await ctx.transact(async (tx) => {
    const rate = await findRateForUpdate(tx, id)
    if (!rate) throw new Problem('NOT_FOUND')
    if (rate.requested_by === actor.user_id) throw new Problem('APPROVAL_OWN')
    if (rate.status !== 'requested') {
      if (rate.status === decision && rate.decided_by === actor.user_id) return
      throw new Problem('CONFLICT')
    }
    if (decision === 'approved' && !(await areTwo(tx, rate.requested_by, actor.user_id)))
      throw new Problem('APPROVAL_LINKED')
    const { price_per_g: before } = await getRateInForce(tx)
    await decideRate(tx, { id, status: decision, decided_by: actor.user_id })
    if (decision === 'approved') await putRateInForce(tx, rate.price_per_g)
    await recordChange(ctx, tx, {
      actor,
      requestId,
      action: `silver.${decision}`,
      object: `silver:${id}`,
      before: { status: 'requested', price_per_g: before },
      after: { status: decision, price_per_g: decision === 'approved' ? rate.price_per_g : before },
    })
  })
  return deskOf(ctx, actor)
}
