import type { Actor, Context } from '../../../context.ts'
import type { Input } from '../../../http/operation.ts'
import { voidPayCodes } from '../store.ts'

/** The customer has put the phone away: a thief who photographed the screen cannot pay with it. */
export async function voidToken(
  ctx: Context,
  actor: Actor,
  { body }: Input<'users.voidToken'>,
): Promise<undefined> {
  await voidPayCodes(ctx.db, actor.session_id, body.issued_at ?? null)
}
