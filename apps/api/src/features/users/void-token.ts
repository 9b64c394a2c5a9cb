import type { Actor, Context } from '../../context.ts'
import type { Input } from '../../http/operation.ts'
import { voidPayCodes } from './store.ts'

/** The customer has put the phone away: whoever photographed the screen pays with nothing of it. */
export async function voidToken(
  ctx: Context,
  actor: Actor,
  { body }: Input<'users.voidToken'>,
): Promise<undefined> {
  await voidPayCodes(ctx.db, actor.session_id, body.issued_at ?? null)
}
