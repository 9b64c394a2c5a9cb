import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { quotedItems, totalOf } from '../../buybacks/rules.ts'
import { getTerms, listLookalikes } from '../../buybacks/store.ts'

/** What the pieces are worth at today's price, by the same sum that pays for them, and whether they were here before. */
export async function quote(
  ctx: Context,
  _actor: Actor,
  { body }: Input<'admin.buybackQuote'>,
): Promise<Output<'admin.buybackQuote'>> {
  const terms = await getTerms(ctx.db)
  const items = quotedItems(body.items, terms)
  const amount = totalOf(items)
  if (items.some(({ net_weight_mg }) => net_weight_mg <= 0) || amount > limits.amountMax)
    throw new Problem('AMOUNT_INVALID')
  return {
    ...terms,
    lines: items.map(({ net_weight_mg, rate_bp, amount: worth }) => ({
      net_weight_mg,
      rate_bp,
      amount: worth,
    })),
    amount,
    lookalikes: await listLookalikes(ctx.db, items),
  }
}
