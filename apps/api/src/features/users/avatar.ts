import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { takeAvatar } from '../files/index.ts'
import { getUser } from './get-user.ts'

export async function avatar(
  ctx: Context,
  actor: Actor,
  { params, body }: Input<'users.avatar'>,
): Promise<Output<'users.avatar'>> {
  if (params.id !== actor.user_id) throw new Problem('NOT_FOUND')
  await takeAvatar(ctx, actor.user_id, body.avatar)
  return getUser(ctx, actor.user_id)
}
