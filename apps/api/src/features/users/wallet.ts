import type { Actor, Context } from '../../context.ts'
import type { Output } from '../../http/operation.ts'
import { getStanding } from './get-user.ts'

export async function wallet(ctx: Context, actor: Actor): Promise<Output<'users.wallet'>> {
  return (await getStanding(ctx, actor.user_id)).wallet
}
