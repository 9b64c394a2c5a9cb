import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { pageOf } from '../../http/page.ts'
import { isFrozen } from '../books/index.ts'
import { findOwnCustomerId } from '../kyc/index.ts'
import { countReviews, countStops } from '../payout-methods/index.ts'
import { presentBatch, presentRow } from './present.ts'
import { countBatches, listBatches } from './batch-store.ts'
import { countPayouts, countWaiting, listPayouts } from './office-store.ts'

export async function list(
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

export async function batches(
  ctx: Context,
  _: Actor,
  { query: { page, limit } }: Input<'admin.payoutBatches'>,
): Promise<Output<'admin.payoutBatches'>> {
  const [rows, counted] = await Promise.all([
    listBatches(ctx.db, (page - 1) * limit, limit + 1),
    countBatches(ctx.db),
  ])
  return pageOf(rows.map(presentBatch), { page, limit, counted })
}
