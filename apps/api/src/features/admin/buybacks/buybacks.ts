import { searchCopy } from '@shirogane/contract/rules/variants'
import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { pageOf } from '../../../http/pages/page.ts'
import { presentRow } from '../../buybacks/present.ts'
import { countBuybacks, type Filter, listBuybacks } from '../../buybacks/store.ts'

export async function showBuybacks(
  ctx: Context,
  actor: Actor,
  { query: { page, limit, from, until, q, status } }: Input<'admin.buybacks'>,
): Promise<Output<'admin.buybacks'>> {
  const filter: Filter = {
    store_id: actor.employee?.store_id ?? null,
    from: from ?? null,
    until: until ?? null,
    q,
    status,
  }
  const search = searchCopy(q)
  const [rows, counted] = await Promise.all([
    listBuybacks(ctx.db, filter, search, (page - 1) * limit, limit + 1),
    countBuybacks(ctx.db, filter, search),
  ])
  return pageOf(rows.map(presentRow), { page, limit, counted })
}
