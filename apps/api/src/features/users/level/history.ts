import type { Actor, Context } from '../../../context.ts'
import type { Output } from '../../../http/operation.ts'
import { listLevelChanges } from '../../levels/store.ts'

export async function history(ctx: Context, actor: Actor): Promise<Output<'users.levelHistory'>> {
  const rows = await listLevelChanges(ctx.db, actor.user_id)
  return { items: rows.map(({ at, ...change }) => ({ ...change, at: at.toISOString() })) }
}
