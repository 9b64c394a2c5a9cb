import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { pageOf } from '../../../http/pages/page.ts'
import { presentDelivery } from '../present.ts'
import { ownStore } from '../rules.ts'
import { countDeliveries, listDeliveries } from '../documents-store.ts'

export async function deliveries(
  ctx: Context,
  actor: Actor,
  { query: { page, limit, store_id } }: Input<'inventory.deliveries'>,
): Promise<Output<'inventory.deliveries'>> {
  const store = ownStore(actor, store_id)
  const [rows, counted] = await Promise.all([
    listDeliveries(ctx.db, store, (page - 1) * limit, limit + 1),
    countDeliveries(ctx.db, store),
  ])
  return pageOf(rows.map(presentDelivery), { page, limit, counted })
}
