import type { Actor, Context } from '../../../context.ts'
import type { Output } from '../../../http/operation.ts'
import { presentSettings } from '../present.ts'
import { getChoices } from '../push-store.ts'

export async function settings(ctx: Context, actor: Actor): Promise<Output<'notifications.settings'>> {
  return presentSettings(await getChoices(ctx.db, actor.user_id, actor.session_id))
}
