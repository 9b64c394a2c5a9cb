import type { Actor, Context } from '../../../context.ts'
import { judgeRefresh } from './refresh-rules.ts'
import { isGenuine, readSecret } from '../secrets.ts'
import { actorOf, isAlive } from './session-state.ts'
import { findSessionState } from '../store.ts'

type Presented = { cookie: string | null; token: string | null; isProgram: boolean }

/**
 * Who opens this socket. A page shows both halves, cookie and handle, so that another site which makes the browser send
 * the cookie gets nowhere; a program shows its whole secret. Looking changes nothing: no rotation, and no alarm either.
 */
export async function findSocketSession(
  ctx: Context,
  { cookie, token, isProgram }: Presented,
): Promise<Actor | 'AUTH_REQUIRED' | 'AUTH_SUSPENDED'> {
  const text = cookie ?? (isProgram ? token : null)
  const parts = text && token ? readSecret(text) : null
  const session = parts && (await findSessionState(ctx.db, parts.session_id))
  if (!parts || !session || !isGenuine(ctx.sessionKeys, session, parts)) return 'AUTH_REQUIRED'
  if ((cookie !== null) !== (session.client === 'browser')) return 'AUTH_REQUIRED'
  if (cookie !== null && token !== session.handle) return 'AUTH_REQUIRED'
  const { act } = judgeRefresh(session, parts.generation, ctx.now())
  if (act === 'reuse' || act === 'expired' || act === 'revoked' || !isAlive(session, ctx.now()))
    return 'AUTH_REQUIRED'
  return session.suspended_at ? 'AUTH_SUSPENDED' : actorOf(session)
}
