import type { Actor, Context } from '../../../context.ts'
import { forgetSubscription } from '../push-store.ts'

export async function unsubscribe(ctx: Context, actor: Actor): Promise<undefined> {
  await forgetSubscription(ctx.db, actor.session_id)
}
