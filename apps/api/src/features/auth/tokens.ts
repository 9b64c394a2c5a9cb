import { limits } from '@shirogane/contract/rules/limits'
import type { Context } from '../../context.ts'
import { Answer } from '../../http/operation.ts'
import type { CookieChange } from '../../http/wire/cookie-change.ts'
import { cookieSeconds } from './sessions/refresh-rules.ts'
import { refreshSecret } from './secrets.ts'
import { actorOf } from './sessions/session-state.ts'
import type { SessionState } from './store.ts'

/** A new access token that acknowledges the generation it names, once it is used. */
export function accessTokenFor(ctx: Context, session: SessionState, generation: number): Promise<string> {
  return ctx.sessions.tokens.issue({
    actor: actorOf(session),
    generation,
    signedInAt: session.created_at,
    audience: session.audience,
  })
}

/** Where the refresh secret goes: to a program in the body, to a page in a cookie that no script can read. */
export function refreshTokenFor(ctx: Context, session: SessionState, generation: number) {
  const secret = refreshSecret(ctx.sessionKeys, session, generation)
  if (session.client === 'api') return { refresh_token: secret, cookies: [] }
  const seconds = cookieSeconds(session.absolute_expires_at, ctx.now())
  const cookies: CookieChange[] = [{ name: 'refresh_token', value: secret, maxAgeSeconds: seconds }]
  return { refresh_token: session.handle, cookies }
}

export async function refreshedAnswer(ctx: Context, session: SessionState, generation: number) {
  const { refresh_token, cookies } = refreshTokenFor(ctx, session, generation)
  const access_token = await accessTokenFor(ctx, session, generation)
  return new Answer(
    { access_token, refresh_token, expires_in: limits.accessTokenTtlSeconds, error: null },
    { cookies },
  )
}
