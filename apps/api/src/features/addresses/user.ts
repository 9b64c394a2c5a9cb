import type { Actor, Context } from '../../context.ts'
import type { Output } from '../../http/operation.ts'
import { findAddress } from './store.ts'

export async function user(ctx: Context, actor: Actor): Promise<Output<'addresses.user'>> {
  return { address: await findAddress(ctx.db, actor.user_id) }
}
