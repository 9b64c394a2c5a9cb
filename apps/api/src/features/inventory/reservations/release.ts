import { reserveStock } from '@shirogane/ledger'
import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { ownStore } from '../rules.ts'
import { storeOfReservation } from '../reservations-store.ts'

export async function release(
  ctx: Context,
  actor: Actor,
  { params }: Input<'inventory.release'>,
): Promise<Output<'inventory.release'>> {
  const store_id = await storeOfReservation(ctx.db, params.id)
  if (store_id === null) throw new Problem('NOT_FOUND')
  ownStore(actor, store_id)
  await ctx.transact((tx) =>
    reserveStock(tx, {
      owner_id: params.id,
      store_id,
      actor_id: actor.user_id,
      customer_id: null,
      label: '',
      until: ctx.now(),
      lines: [],
    }),
  )
}
