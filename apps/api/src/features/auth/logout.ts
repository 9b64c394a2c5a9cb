import type { Context } from '../../context.ts'
import { Answer, type Input } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { forgetCookies, presentedSecret } from './presented.ts'
import { isGenuine } from './secrets.ts'
import { findSessionState, revokeSession } from './store.ts'

/** Ends the session whose secret was sent; a session that is dead already is a good end too. */
export async function logout(
  ctx: Context,
  _actor: unknown,
  { body, client }: Input<'auth.logout'>,
): Promise<Answer<undefined>> {
  const parts = presentedSecret(client, body.refresh_token)
  const session = parts && (await findSessionState(ctx.db, parts.session_id))
  if (session && isGenuine(ctx.sessionKeys, session, parts)) {
    const isCookie = client.refreshCookie !== null
    // Somebody else's handle with one's own cookie: the other session is not there for this caller.
    if (isCookie && body.refresh_token !== undefined && body.refresh_token !== session.handle) {
      throw new Problem('NOT_FOUND', { reason: 'handle of another session', cookies: forgetCookies })
    }
    await revokeSession(ctx.db, session.id, 'logout', ctx.now())
    ctx.sessions.forget(session.id)
  }
  return new Answer(undefined, {
    cookies: forgetCookies,
    headers: { 'Clear-Site-Data': '"cache", "storage"' },
  })
}
