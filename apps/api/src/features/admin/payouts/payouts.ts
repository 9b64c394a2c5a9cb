import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { pageOf } from '../../../http/pages/page.ts'
import { isFrozen } from '../../books/index.ts'
import { findOwnCustomerId } from '../../kyc/index.ts'
import { countReviews, countStops } from '../../payout-methods/index.ts'
import { countPayouts, countWaiting, listPayouts } from '../../payouts/office-store.ts'
import { presentRow } from '../../payouts/present.ts'

export async function showPayouts(
  ctx: Context,
  actor: Actor,
  { query: { page, limit, ...filter } }: Input<'admin.payouts'>,
): Promise<Output<'admin.payouts'>> {
  const [rows, counted, waiting, accounts, stops, frozen, own] = await Promise.all([
    listPayouts(ctx.db, filter, (page - 1) * limit, limit + 1),
    countPayouts(ctx.db, filter),
    countWaiting(ctx.db),
    countReviews(ctx.db),
    countStops(ctx.db),
    isFrozen(ctx.db),
    findOwnCustomerId(ctx.db, actor.user_id),
  ])
  return {
    ...pageOf(
      rows.map((row) => presentRow(row, own)),
      { page, limit, counted },
    ),
    waiting: { ...waiting, accounts, stops },
    frozen,
  }
}
