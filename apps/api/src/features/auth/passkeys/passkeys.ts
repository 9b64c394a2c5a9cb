import type { Actor, Context } from '../../../context.ts'
import type { Output } from '../../../http/operation.ts'
import { present } from '../passkeys.ts'
import { listPasskeys } from '../security-store.ts'

export async function passkeys(ctx: Context, actor: Actor): Promise<Output<'auth.passkeys'>> {
  return { items: (await listPasskeys(ctx.db, actor.user_id)).map(present) }
}
