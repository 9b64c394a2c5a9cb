import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { presentSku } from './present.ts'
import { foldForSearch } from '@shirogane/contract/rules/fold'
import { patternsOf } from './rules.ts'
import { stockOf } from './stock-of.ts'
import { listFavourites, type PricedSkuRow, searchSkus } from './store.ts'

const searchesPerMinute = 60

export async function search(
  ctx: Context,
  actor: Actor,
  { query: { query } }: Input<'skus.search'>,
): Promise<Output<'skus.search'>> {
  ctx.limits.capCalls(`sku-search:${actor.session_id}`, searchesPerMinute)
  const patterns = patternsOf(query)
  const rows =
    patterns.length === 0
      ? await listFavourites(ctx.db, actor.employee!.store_id)
      : await searchSkus(ctx.db, patterns, foldForSearch(query))
  return { items: await found(ctx, actor, rows) }
}

/** Articles as a register finds them: with what the caller's store has of each. */
export async function found(
  ctx: Context,
  actor: Actor,
  rows: readonly PricedSkuRow[],
): Promise<Output<'skus.search'>['items']> {
  const stock = await stockOf(
    ctx,
    actor,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...presentSku(row), stock: stock.get(row.id) ?? null }))
}
