import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { presentSku } from './present.ts'
import { foldForSearch } from '@shirogane/contract/fold'
import { patternsOf } from './rules.ts'
import { stockOf } from './stock-of.ts'
import { listQuickItems, searchSkus } from './store.ts'

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
      ? await listQuickItems(ctx.db)
      : await searchSkus(ctx.db, patterns, foldForSearch(query))
  const stock = await stockOf(
    ctx,
    actor,
    rows.map(({ id }) => id),
  )
  return { items: rows.map((row) => ({ ...presentSku(row), stock: stock.get(row.id) ?? null })) }
}
