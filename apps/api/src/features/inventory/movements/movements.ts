import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { pageOf } from '../../../http/pages/page.ts'
import { Problem } from '../../../http/problem.ts'
import { presentMovement } from '../present.ts'
import { ownStore } from '../rules.ts'
import { countMovements, findStock, listMovements } from '../store.ts'

export async function movements(
  ctx: Context,
  actor: Actor,
  { params, query: { page, limit, store_id } }: Input<'inventory.movements'>,
): Promise<Output<'inventory.movements'>> {
  const store = ownStore(actor, store_id)
  const [row, rows, counted] = await Promise.all([
    findStock(ctx.db, store, params.id),
    listMovements(ctx.db, params.id, store, (page - 1) * limit, limit + 1),
    countMovements(ctx.db, params.id, store),
  ])
  if (!row) throw new Problem('SKU_NOT_FOUND')
  return pageOf(rows.map(presentMovement), { page, limit, counted })
}
