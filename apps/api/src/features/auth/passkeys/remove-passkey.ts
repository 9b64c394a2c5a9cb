import type { Actor, Context } from '../../../context.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import type { Input } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { recordAccountChange, removeOwnPasskey } from '../security/security-store.ts'
import { requireStepUp } from '../step-up/step-up-grants.ts'

/**
 * Asks for what adding one asks for: who holds a phone that lies open would take from its owner the way in that no false page
 * can ask for.
 */
export async function removePasskey(
  ctx: Context,
  actor: Actor,
  { params }: Input<'auth.removePasskey'>,
): Promise<undefined> {
  const at = ctx.now()
  await ctx.transact(async (tx) => {
    if (!(await removeOwnPasskey(tx, actor.user_id, params.id))) throw new Problem('NOT_FOUND')
    await requireStepUp(ctx, tx, actor, 'passkey')
    await recordAccountChange(tx, {
      id: uuidv7(at),
      user_id: actor.user_id,
      kind: 'passkey_removed',
      session_id: actor.session_id,
      at,
    })
  })
  return undefined
}
