import type { Actor, Context } from '../../../context.ts'
import type { Output } from '../../../http/operation.ts'
import { present } from './passkey-questions.ts'
import { listPasskeys } from '../security/security-store.ts'

export async function passkeys(ctx: Context, actor: Actor): Promise<Output<'auth.passkeys'>> {
  return { items: (await listPasskeys(ctx.db, actor.user_id)).map(present) }
}
