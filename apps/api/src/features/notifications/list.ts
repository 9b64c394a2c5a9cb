import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { pageOf } from '../../http/pages/page.ts'
import { presentNotification } from './present.ts'
import { countNotifications, listNotifications } from './store.ts'

export async function showNotifications(
  ctx: Context,
  actor: Actor,
  { query: { page, limit } }: Input<'notifications.list'>,
): Promise<Output<'notifications.list'>> {
  const [rows, counted] = await Promise.all([
    listNotifications(ctx.db, actor.user_id, (page - 1) * limit, limit + 1),
    countNotifications(ctx.db, actor.user_id),
  ])
  return pageOf(rows.map(presentNotification), { page, limit, counted })
}
