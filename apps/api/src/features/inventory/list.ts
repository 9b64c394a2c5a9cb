import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { pageOf } from '../../http/pages/page.ts'
import { foldForSearch } from '@shirogane/contract/rules/fold'
import { patternsOf } from '../skus/index.ts'
import { presentItem } from './present.ts'
import { ownStore } from './rules.ts'
import { countStock, listStock, listStoreNames } from './store.ts'

export async function listInventory(
  ctx: Context,
  actor: Actor,
  { query: { page, limit, query, filter, category, store_id } }: Input<'inventory.list'>,
): Promise<Output<'inventory.list'>> {
  const asked = {
    store_id: ownStore(actor, store_id),
    patterns: patternsOf(query),
    exact: foldForSearch(query),
    category: category ?? null,
    filter,
  }
  const [rows, { found, low, out }, stores] = await Promise.all([
    listStock(ctx.db, asked, (page - 1) * limit, limit + 1),
    countStock(ctx.db, asked),
    listStoreNames(ctx.db),
  ])
  return {
    ...pageOf(rows.map(presentItem), { page, limit, counted: found }),
    stores,
    counts: { low, out },
  }
}
