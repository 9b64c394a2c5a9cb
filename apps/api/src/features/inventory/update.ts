import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { recordChange } from '../admin/index.ts'
import { actingStore } from './rules.ts'
import { getStock } from './show.ts'
import { findStock, setReorderPoint } from './store.ts'

export async function updateInventoryItem(
  ctx: Context,
  actor: Actor,
  { params, body, requestId }: Input<'inventory.update'>,
): Promise<Output<'inventory.update'>> {
  const store = await actingStore(ctx, actor, body.store_id)
  await ctx.transact(async (tx) => {
    const before = await findStock(tx, store, params.id)
    if (!before) throw new Problem('SKU_NOT_FOUND')
    if (!before.stocked) throw new Problem('SKU_NOT_STOCKED')
    await setReorderPoint(tx, store, params.id, body.reorder_point)
    await recordChange(ctx, tx, {
      actor,
      requestId,
      action: 'stock.reorder_point',
      object: `stock:${store}:${params.id}`,
      before: { reorder_point: before.reorder_point },
      after: { reorder_point: body.reorder_point },
    })
  })
  return getStock(ctx, store, params.id)
}
