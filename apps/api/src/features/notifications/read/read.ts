import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { presentNotification } from '../present.ts'
import { markRead } from '../store.ts'

export async function readNotifications(
  ctx: Context,
  actor: Actor,
  { params }: Input<'notifications.read'>,
): Promise<Output<'notifications.read'>> {
  const row = await markRead(ctx.db, actor.user_id, params.id, ctx.now())
  if (!row) throw new Problem('NOT_FOUND')
  return presentNotification(row)
}
