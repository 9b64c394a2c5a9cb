import type { Context } from '../../../context.ts'
import type { Client } from '../../../http/operation.ts'
import type { CookieChange } from '../../../http/wire/cookie-change.ts'
import { Problem } from '../../../http/problem.ts'
import { isGenuine, readSecret, type SecretParts } from '../secrets.ts'
import type { SessionState } from '../store.ts'

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

/**
 * The refresh secret that came along. One in the body is a secret for every kind of client: a page never has one there,
 * its body holds the public handle of its session and its secret is the cookie.
 */
export function presentedSecret(
  client: Client,
  refreshToken: string | undefined,
): { from: 'body' | 'cookie'; parts: SecretParts } | null {
  const named = refreshToken === undefined ? null : readSecret(refreshToken)
  if (named) return { from: 'body', parts: named }
  const own = client.refreshCookie === null ? null : readSecret(client.refreshCookie)
  return own && { from: 'cookie', parts: own }
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
  const presented = presentedSecret(client, refreshToken)
  if (!presented)
    throw refreshRefusal('SESSION_REQUIRED', { reason: 'no secret', ended: client.refreshCookie !== null })
  const { from, parts } = presented
  const isCookie = from === 'cookie'
  const session = await find(parts.session_id)
  if (!session || !isGenuine(ctx.sessionKeys, session, parts)) {
    throw refreshRefusal('SESSION_REVOKED', { reason: 'unknown secret', ended: isCookie })
  }
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
