import { mayGiveBack, planRefund } from '@shirogane/ledger'
import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { getOwnSale } from './give-back.ts'
import { presentPlan } from './refund-rules.ts'

/** What would go back where. The posting decides by the same function, so this is what will happen. */
export async function refundPreview(
  ctx: Context,
  actor: Actor,
  { body }: Input<'transactions.refundPreview'>,
): Promise<Output<'transactions.refundPreview'>> {
  const sale = await getOwnSale(ctx, actor, body.transaction_id)
  const isVoid = body.void === true
  const plan = await planRefund(ctx.db, {
    sale_id: sale.id,
    items: isVoid ? null : (body.items ?? null),
    amount: isVoid ? null : (body.amount ?? null),
    isVoid,
  })
  if (plan.code !== null) {
    throw new Problem(plan.code, plan.n === undefined ? {} : { blanks: { n: plan.n } })
  }
  const mayAlone = await mayGiveBack(ctx.db, plan, {
    actor_id: actor.user_id,
    actor_type: actor.employee!.type,
    isVoid,
  })
  return presentPlan(plan, { isVoid, mayAlone })
}
