import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { pageOf } from '../../../http/pages/page.ts'
import { presentCount } from '../present.ts'
import { ownStore } from '../rules.ts'
import { countCounts, listCounts } from '../counts-store.ts'

export async function counts(
  ctx: Context,
  actor: Actor,
  { query: { page, limit, store_id } }: Input<'inventory.counts'>,
): Promise<Output<'inventory.counts'>> {
  const store = ownStore(actor, store_id)
  const [rows, counted] = await Promise.all([
    listCounts(ctx.db, store, (page - 1) * limit, limit + 1),
    countCounts(ctx.db, store),
  ])
  return pageOf(rows.map(presentCount), { page, limit, counted })
}
