import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { presentReservation } from '../present.ts'
import { ownStore } from '../rules.ts'
import { listReservations } from '../reservations-store.ts'

export async function reservations(
  ctx: Context,
  actor: Actor,
  { query }: Input<'inventory.reservations'>,
): Promise<Output<'inventory.reservations'>> {
  const rows = await listReservations(ctx.db, ownStore(actor, query.store_id), null)
  return { items: rows.map(presentReservation) }
}
