import type { Actor, Context } from '../../../context.ts'
import type { Input } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { endOwnSession } from '../security/security-store.ts'

/** Ends one device, this one too. A session of another person is answered as not found. */
export async function endSession(
  ctx: Context,
  actor: Actor,
  { params }: Input<'auth.endSession'>,
): Promise<undefined> {
  const target = { user_id: actor.user_id, session_id: params.sid, at: ctx.now() }
  if (!(await endOwnSession(ctx.db, target))) throw new Problem('NOT_FOUND')
  ctx.sessions.forget(params.sid)
  return undefined
}
