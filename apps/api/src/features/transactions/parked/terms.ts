import { limits } from '@shirogane/contract/limits'
import type { Actor, Context } from '../../../context.ts'
import type { Output } from '../../../http/operation.ts'
import { discountMaxOf } from '../discounts.ts'

/** What whoever stands at the register may decide alone. */
export async function registerTerms(
  ctx: Context,
  actor: Actor,
): Promise<Output<'transactions.registerTerms'>> {
  return { discount_max: await discountMaxOf(ctx, actor), parked_hours: limits.parkedHours }
}
