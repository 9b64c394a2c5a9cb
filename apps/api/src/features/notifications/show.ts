import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { presentNotification } from './present.ts'
import { findNotification } from './store.ts'

export async function showNotification(
  ctx: Context,
  actor: Actor,
  { params }: Input<'notifications.show'>,
): Promise<Output<'notifications.show'>> {
  const row = await findNotification(ctx.db, actor.user_id, params.id)
  if (!row) throw new Problem('NOT_FOUND')
  return presentNotification(row)
}
