import type { Actor, Context } from '../../context.ts'
import { listShelves } from './store.ts'

export type ShelfStock = { quantity: number; reserved: number; available: number }

/** What a store has of these articles; those without a stock are missing. */
export async function stockOfStore(
  ctx: Context,
  store: string,
  skus: readonly string[],
): Promise<ReadonlyMap<string, ShelfStock>> {
  if (skus.length === 0) return new Map()
  const shelves = await listShelves(ctx.db, store, skus)
  return new Map(
    shelves.map(({ sku_id, quantity, reserved }) => [
      sku_id,
      { quantity, reserved, available: Math.max(0, quantity - reserved) },
    ]),
  )
}

/** The same of the caller's store; head office has no shelf. */
export async function stockOf(
  ctx: Context,
  actor: Actor,
  skus: readonly string[],
): Promise<ReadonlyMap<string, ShelfStock>> {
  const store = actor.employee?.store_id
  return store ? stockOfStore(ctx, store, skus) : new Map()
}
