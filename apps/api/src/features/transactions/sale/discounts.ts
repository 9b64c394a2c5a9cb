import { ceilingOf } from '@shirogane/contract/wire/rights'
import type { Actor, Context } from '../../../context.ts'
import { Problem } from '../../../http/problem.ts'
import { amountOf, mayAlone } from '../../approvals/index.ts'

/** How much this person may take off a sale without approval; null where they never need one. */
export async function discountMaxOf(ctx: Context, { employee }: Actor): Promise<number | null> {
  const ceiling = ceilingOf(employee!.type, 'discount')
  return ceiling && amountOf(ctx.db, ceiling, employee!.store_id)
}

/**
 * Whose approval a sale's discount stands on: null where the caller's own is enough, else the approval that the sale uses up.
 * Whether it stands, and for this discount, is decided in the commit of the sale.
 */
export async function discountApproval(
  ctx: Context,
  actor: Actor,
  discount: number,
  approvalId: string | undefined,
): Promise<string | null> {
  if (discount === 0 || (await mayAlone(ctx.db, actor, 'discount', discount))) return null
  if (approvalId === undefined) throw new Problem('DISCOUNT_APPROVAL')
  return approvalId
}
