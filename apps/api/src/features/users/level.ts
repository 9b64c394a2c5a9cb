import type { Actor, Context } from '../../context.ts'
import type { Output } from '../../http/operation.ts'
import { getStanding } from './get-user.ts'

export async function level(ctx: Context, actor: Actor): Promise<Output<'users.level'>> {
  return (await getStanding(ctx, actor.user_id)).level
}
