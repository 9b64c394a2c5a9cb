import { mayGiveBack, planRefund } from '@shirogane/ledger'
import type { Actor, Context } from '../../../context.ts'
import { readSettings } from '../../../db/settings.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { ledgerProblem } from '../../../http/problem.ts'
import { getOwnSale } from './give-back.ts'
import { presentPlan } from './refund-rules.ts'
import { drawerNow, findReturnRules } from './return-store.ts'

/** What would go back where. The posting decides by the same function, so this is what will happen. */
export async function refundPreview(
  ctx: Context,
  actor: Actor,
  { body }: Input<'transactions.refundPreview'>,
): Promise<Output<'transactions.refundPreview'>> {
  const sale = await getOwnSale(ctx, actor, body.transaction_id)
  const isVoid = body.void === true
  const plan = await planRefund(ctx.db, {
    kind: isVoid ? 'void' : 'refund',
    sale_id: sale.id,
    items: isVoid ? null : (body.items ?? null),
    amount: isVoid ? null : (body.amount ?? null),
    to_balance: body.to_balance === true,
  })
  if (plan.code !== null) throw ledgerProblem(plan)
  const mayAlone = await mayGiveBack(ctx.db, plan, { actor_id: actor.user_id, isVoid })
  const { 'refund.window_days': days } = await readSettings(ctx.db, ['refund.window_days'])
  const [rules, drawer] = await Promise.all([
    findReturnRules(ctx.db, sale.id, days),
    plan.cash > 0 ? drawerNow(ctx.db, plan.store_id) : null,
  ])
  return presentPlan(plan, {
    isVoid,
    mayAlone,
    keptLines: rules.kept,
    return_until: isVoid ? null : rules.until,
    drawer_short: drawer !== null && drawer < plan.cash,
    balance_possible: !isVoid && rules.has_wallet,
  })
}
