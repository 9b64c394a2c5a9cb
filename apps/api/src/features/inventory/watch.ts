import type { Context } from '../../context.ts'
import { notifyManagers } from '../notifications/index.ts'
import { forgetRisen, recordFallen } from './watch-store.ts'

/**
 * Tells the managers of a store, or head office where there is none, of what has fallen to its reorder point: once, until
 * it has risen above it again. Answers how many articles there were to tell of.
 */
export async function watchStock(ctx: Context): Promise<number> {
  return ctx.transact(async (tx) => {
    await forgetRisen(tx)
    const fallen = await recordFallen(tx, ctx.now())
    if (fallen.length === 0) return 0
    const at = ctx.now()
    await notifyManagers(
      ctx,
      tx,
      [...new Set(fallen.map(({ store_id }) => store_id))].flatMap((store_id) => {
        const here = fallen.filter((one) => one.store_id === store_id)
        const [first] = here
        if (first === undefined) return []
        return {
          store_id,
          key: `low-stock:${store_id}:${first.sku_id}:${at.toISOString()}`,
          kind: 'low_stock' as const,
          facts: {
            store: first.store_name,
            name: first.name,
            available: Math.max(0, first.available),
            reorder_point: first.reorder_point,
            others: here.length - 1,
          },
          path: `/admin/inventory?store=${store_id}&filter=low`,
        }
      }),
    )
    return fallen.length
  })
}
