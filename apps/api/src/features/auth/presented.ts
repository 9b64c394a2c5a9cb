import type { Context } from '../../context.ts'
import type { Client, CookieChange } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { isGenuine, readSecret, type SecretParts } from './secrets.ts'
import type { SessionState } from './store.ts'

export const forgetCookies: readonly CookieChange[] = [{ name: 'refresh_token', value: null }]

/** A refresh never answers 401, on which the client would refresh: each failure says 403 and names no token. */
export function refreshRefusal(
  code: 'SESSION_REQUIRED' | 'SESSION_EXPIRED' | 'SESSION_REVOKED' | 'AUTH_SUSPENDED',
  detail: { reason: string; ended?: boolean },
): Problem {
  return new Problem(code, {
    nulls: ['access_token'],
    reason: detail.reason,
    ...(detail.ended && { cookies: forgetCookies }),
  })
}

/** The refresh secret that came along: a program's in the body, a page's in the cookie and nowhere else. */
export function presentedSecret(client: Client, refreshToken: string | undefined): SecretParts | null {
  if (client.refreshCookie !== null) return readSecret(client.refreshCookie)
  return client.isApi && refreshToken !== undefined ? readSecret(refreshToken) : null
}

/**
 * The session behind the secret, if the caller may use it. A cookie alone is not enough: the handle, or a header that
 * a foreign page cannot send, shows that the call comes from our own page.
 */
export async function getPresentedSession(
  ctx: Context,
  find: (sessionId: string) => Promise<SessionState | null>,
  { client, refreshToken }: { client: Client; refreshToken: string | undefined },
): Promise<{ session: SessionState; generation: number }> {
  const parts = presentedSecret(client, refreshToken)
  if (!parts)
    throw refreshRefusal('SESSION_REQUIRED', { reason: 'no secret', ended: client.refreshCookie !== null })
  const session = await find(parts.session_id)
  if (!session || !isGenuine(ctx.sessionKeys, session, parts)) {
    throw refreshRefusal('SESSION_REVOKED', { reason: 'unknown secret', ended: true })
  }
  const isCookie = client.refreshCookie !== null
  if (isCookie !== (session.client === 'browser')) {
    throw refreshRefusal('SESSION_REQUIRED', { reason: 'secret of the other form' })
  }
  if (isCookie && refreshToken !== undefined && refreshToken !== session.handle) {
    throw refreshRefusal('SESSION_REQUIRED', { reason: 'handle of another session' })
  }
  if (isCookie && refreshToken === undefined && !client.saysApp) {
    throw refreshRefusal('SESSION_REQUIRED', { reason: 'cookie alone' })
  }
  return { session, generation: parts.generation }
}
