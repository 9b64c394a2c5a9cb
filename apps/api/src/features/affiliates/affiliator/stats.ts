import type { Actor, Context } from '../../../context.ts'
import type { Output } from '../../../http/operation.ts'
import { findTotals, listMonths } from '../figures-store.ts'
import { getOwn } from '../own.ts'

const monthsShown = 12

export async function stats(ctx: Context, actor: Actor): Promise<Output<'affiliates.stats'>> {
  await getOwn(ctx, actor)
  return statsOf(ctx, actor.user_id)
}

/** The totals and the months of one inviter. */
export async function statsOf(ctx: Context, userId: string): Promise<Output<'affiliates.stats'>> {
  const [totals, months] = await Promise.all([
    findTotals(ctx.db, userId),
    listMonths(ctx.db, userId, ctx.now(), monthsShown),
  ])
  const now = months.at(-1)
  return {
    ...totals,
    this_month: { affiliates: now?.affiliates ?? 0, rewards: now?.rewards ?? 0 },
    months,
  }
}
