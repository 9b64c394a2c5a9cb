import { openCount as openCountOf } from '@shirogane/ledger'
import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { getCount } from './count.ts'
import { actingStore } from '../rules.ts'

/** One count of a store at a time: a second person joins the one that runs. */
export async function openCount(
  ctx: Context,
  actor: Actor,
  { body }: Input<'inventory.openCount'>,
): Promise<Output<'inventory.openCount'>> {
  const store_id = await actingStore(ctx, actor, body.store_id)
  const { code, id } = await ctx.transact((tx) =>
    openCountOf(tx, { id: body.id, store_id, actor_id: actor.user_id, note: body.note ?? null }),
  )
  if (code !== null) throw new Problem(code)
  return getCount(ctx, actor, id)
}
