import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { foldForSearch, patternsOf } from './rules.ts'
import { listQuickItems, searchSkus } from './store.ts'

const searchesPerMinute = 60

export async function search(
  ctx: Context,
  actor: Actor,
  { query: { query } }: Input<'skus.search'>,
): Promise<Output<'skus.search'>> {
  ctx.limits.capCalls(`sku-search:${actor.session_id}`, searchesPerMinute)
  const patterns = patternsOf(query)
  if (patterns.length === 0) return { items: await listQuickItems(ctx.db) }
  return { items: await searchSkus(ctx.db, patterns, foldForSearch(query)) }
}
