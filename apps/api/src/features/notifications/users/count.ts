import type { Actor, Context } from '../../../context.ts'
import type { Output } from '../../../http/operation.ts'
import { countUnread } from '../store.ts'

export async function count(ctx: Context, actor: Actor): Promise<Output<'notifications.count'>> {
  return { count: await countUnread(ctx.db, actor.user_id) }
}
