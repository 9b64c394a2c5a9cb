import type { StockDetail } from '@shirogane/contract/resources/brand/inventory'
import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { presentItem, presentLevel, presentReservation } from './present.ts'
import { ownStore } from './rules.ts'
import { listReservations } from './reservations-store.ts'
import { findStock, listLevels, listSales } from './store.ts'

export function showInventoryItem(
  ctx: Context,
  actor: Actor,
  { params, query }: Input<'inventory.show'>,
): Promise<Output<'inventory.show'>> {
  return getStock(ctx, ownStore(actor, query.store_id), params.id)
}

/** An article as the store sees it, beside what every other store has of it. */
export async function getStock(ctx: Context, store: string | null, id: string): Promise<StockDetail> {
  const [row, stores, sales, reservations] = await Promise.all([
    findStock(ctx.db, store, id),
    listLevels(ctx.db, id),
    listSales(ctx.db, id, store, limits.stockSalesDays),
    listReservations(ctx.db, store, id),
  ])
  if (!row) throw new Problem('SKU_NOT_FOUND')
  return {
    ...presentItem(row),
    fineness: row.fineness,
    weight_mg: row.weight_mg,
    size: row.size,
    stocked: row.stocked,
    stores: stores.map((level) => ({
      id: level.id,
      name: level.name,
      ...presentLevel(level),
      reorder_point: level.reorder_point,
      own: level.id === store,
    })),
    sales: sales.map(({ on_date, quantity }) => ({ date: on_date, quantity })),
    reservations: reservations.map(presentReservation),
  }
}
