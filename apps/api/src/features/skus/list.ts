import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { pageOf } from '../../http/pages/page.ts'
import { presentRecord } from './present.ts'
import { foldForSearch } from '@shirogane/contract/rules/fold'
import { patternsOf } from './rules.ts'
import { countSkus, listSkus } from './store.ts'

export async function showSkus(
  ctx: Context,
  _actor: Actor,
  { query: { page, limit, query, category, state } }: Input<'skus.list'>,
): Promise<Output<'skus.list'>> {
  const filter = {
    patterns: patternsOf(query),
    exact: foldForSearch(query),
    category: category ?? null,
    state,
  }
  const [rows, counted] = await Promise.all([
    listSkus(ctx.db, filter, (page - 1) * limit, limit + 1),
    countSkus(ctx.db, filter),
  ])
  return pageOf(rows.map(presentRecord), { page, limit, counted })
}
