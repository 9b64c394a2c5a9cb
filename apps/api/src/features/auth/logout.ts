import type { Context } from '../../context.ts'
import { Answer, type Input } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { forgetCookies } from './sessions/presented.ts'
import { isGenuine, readSecret } from './secrets.ts'
import { findSessionState, revokeSession, type SessionState } from './store.ts'

/**
 * Ends every session whose secret was sent: in the body, by any kind of client, and in the cookie. A session that is
 * dead already is a good end too. A secret in the body that ends nothing is refused, because the caller would believe
 * that all went well.
 */
export async function logout(
  ctx: Context,
  _actor: unknown,
  { body, client }: Input<'auth.logout'>,
): Promise<Answer<undefined>> {
  const named = body.refresh_token
  const own = await sessionOf(ctx, client.refreshCookie)
  const shown = await sessionOf(ctx, named ?? null)
  // A handle names a session only to the browser that has its cookie.
  if (named !== undefined && shown === null && named !== own?.handle) {
    throw new Problem('NOT_FOUND', { reason: 'no session of this caller', cookies: forgetCookies })
  }
  for (const session of [shown, own]) {
    if (session === null) continue
    await revokeSession(ctx.db, session.id, 'logout', ctx.now())
    ctx.sessions.forget(session.id)
  }
  return new Answer(undefined, {
    cookies: forgetCookies,
    headers: { 'Clear-Site-Data': '"cache", "storage"' },
  })
}

async function sessionOf(ctx: Context, secret: string | null): Promise<SessionState | null> {
  const parts = secret === null ? null : readSecret(secret)
  const session = parts && (await findSessionState(ctx.db, parts.session_id))
  return session && isGenuine(ctx.sessionKeys, session, parts) ? session : null
}
