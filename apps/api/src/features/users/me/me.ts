import type { Actor, Context } from '../../../context.ts'
import type { Output } from '../../../http/operation.ts'
import { getUser } from '../get-user.ts'

export function me(ctx: Context, actor: Actor): Promise<Output<'users.me'>> {
  return getUser(ctx, actor.user_id)
}
