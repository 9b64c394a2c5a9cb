import type { Actor, Context } from '../../../context.ts'
import type { Output } from '../../../http/operation.ts'
import { countUnread, markAllRead } from '../store.ts'

/** Answers what is unread now: a notice that arrived meanwhile is among it. */
export async function readAll(ctx: Context, actor: Actor): Promise<Output<'notifications.readAll'>> {
  await markAllRead(ctx.db, actor.user_id, ctx.now())
  return { count: await countUnread(ctx.db, actor.user_id) }
}
