import type { Actor, Context } from '../../context.ts'
import type { Output } from '../../http/operation.ts'
import { presentMethod } from './account.ts'
import { listMethods } from './store.ts'

export async function listPayoutMethods(ctx: Context, actor: Actor): Promise<Output<'payoutMethods.list'>> {
  return { items: (await listMethods(ctx.db, actor.user_id)).map(presentMethod) }
}
