import { type DiscountCeiling, isOverCeiling } from '@shirogane/contract/pricing'
import type { Actor, Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { directoryOf } from './directory.ts'

/** How much this person may take off by their own word. */
export async function ceilingOf(ctx: Context, actor: Actor): Promise<DiscountCeiling> {
  const { discount_ceilings } = await directoryOf(ctx)
  return actor.role === 'manager' ? discount_ceilings.manager : discount_ceilings.register
}

/** Whose word a sale's discount stands on: null where the caller's own is enough. */
export async function discountApproval(
  ctx: Context,
  actor: Actor,
  prices: { gross: number; discount: number },
  approvalId: string | undefined,
): Promise<null> {
  if (!isOverCeiling(prices, await ceilingOf(ctx, actor))) return null
  throw new Problem('DISCOUNT_APPROVAL', { reason: approvalId ?? 'none' })
}
