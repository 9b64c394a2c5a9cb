import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { getCount } from './count.ts'
import { actingStore } from '../rules.ts'
import { findCount, openCountOf } from '../counts-store.ts'

/** One count of a store at a time: a second person joins the one that runs. */
export async function openCount(
  ctx: Context,
  actor: Actor,
  { body }: Input<'inventory.openCount'>,
): Promise<Output<'inventory.openCount'>> {
  const store_id = await actingStore(ctx, actor, body.store_id)
  const known = await findCount(ctx.db, body.id)
  if (known && known.store_id !== store_id) throw new Problem('CONFLICT')
  const id = await openCountOf(ctx.db, {
    id: body.id,
    store_id,
    opened_by: actor.user_id,
    note: body.note ?? null,
  })
  return getCount(ctx, actor, id)
}
