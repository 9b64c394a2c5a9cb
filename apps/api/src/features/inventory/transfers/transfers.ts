import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { pageOf } from '../../../http/pages/page.ts'
import { presentTransfer } from '../present.ts'
import { ownStore } from '../rules.ts'
import { countTransfers, listTransfers } from '../documents-store.ts'

export async function transfers(
  ctx: Context,
  actor: Actor,
  { query: { page, limit, store_id, state } }: Input<'inventory.transfers'>,
): Promise<Output<'inventory.transfers'>> {
  const store = ownStore(actor, store_id)
  const [rows, counted] = await Promise.all([
    listTransfers(ctx.db, store, state, (page - 1) * limit, limit + 1),
    countTransfers(ctx.db, store, state),
  ])
  return pageOf(rows.map(presentTransfer), { page, limit, counted })
}
