import type { SilverDesk, SilverRate } from '@shirogane/contract/resources/brand/skus'
import type { Actor, Context } from '../../context.ts'
import { getRateInForce, listPriceChanges, listRates, type RateRow } from './silver-store.ts'

/** A rate of yesterday still sells, and everybody who sees it is told how old it is. */
const outdatedAfterMs = 24 * 3_600_000

export async function deskOf(ctx: Context, actor: Actor): Promise<SilverDesk> {
  const [{ price_per_g, since }, rows] = await Promise.all([
    getRateInForce(ctx.db),
    listRates(ctx.db, actor.user_id),
  ])
  const items = rows.map((row) => present(row, actor))
  const waiting = items.find(({ status }) => status === 'requested') ?? null
  return {
    price_per_g,
    since: since?.toISOString() ?? null,
    outdated: since !== null && ctx.now().getTime() - since.getTime() > outdatedAfterMs,
    waiting,
    changes: waiting === null ? [] : await listPriceChanges(ctx.db, waiting.price_per_g),
    items: items.filter(({ status }) => status !== 'requested'),
  }
}

function present(row: RateRow & { is_others: boolean }, actor: Actor): SilverRate {
  const own = row.requested_by === actor.user_id
  return {
    id: row.id,
    price_per_g: row.price_per_g,
    note: row.note,
    status: row.status,
    requested_by: row.requested_by_name,
    requested_at: row.requested_at.toISOString(),
    decided_by: row.decided_by_name,
    decided_at: row.decided_at?.toISOString() ?? null,
    own,
    is_linked: !own && !row.is_others,
  }
}
