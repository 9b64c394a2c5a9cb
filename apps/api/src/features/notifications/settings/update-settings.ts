import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { presentSettings } from '../present.ts'
import { getChoices, recordChoices } from '../push-store.ts'
import { switched } from '../rules.ts'

export async function updateSettings(
  ctx: Context,
  actor: Actor,
  { body }: Input<'notifications.updateSettings'>,
): Promise<Output<'notifications.updateSettings'>> {
  const [push, mail] = [switched(body.push), switched(body.mail)]
  await recordChoices(ctx.db, actor.user_id, { push, mail })
  return presentSettings(await getChoices(ctx.db, actor.user_id, actor.session_id))
}
