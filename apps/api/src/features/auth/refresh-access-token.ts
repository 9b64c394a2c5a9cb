import { limits } from '@shirogane/contract/rules/limits'
import type { Context } from '../../context.ts'
import { Answer, type Input, type Output } from '../../http/operation.ts'
import { getPresentedSession, refreshRefusal } from './sessions/presented.ts'
import { limitRefreshes, refusalOf } from './refresh-token.ts'
import { findSessionStateForUpdate, recordUse } from './store.ts'
import { accessTokenFor } from './tokens.ts'

/** How long an access token may have been dead and still vouch for the page that held it. */
const bearerGraceSeconds = 600

/**
 * A new access token without a new refresh secret. It needs both halves, the cookie and a bearer of the same session: a
 * thief of the cookie alone has to rotate it, and that shows.
 */
export async function refreshAccessToken(
  ctx: Context,
  _actor: unknown,
  { body, client }: Input<'auth.refreshAccessToken'>,
): Promise<Answer<Output<'auth.refreshAccessToken'>>> {
  await limitRefreshes(ctx, client, body.refresh_token)
  const result = await ctx.transact(async (tx) => {
    const presented = await getPresentedSession(ctx, (id) => findSessionStateForUpdate(tx, id), {
      client,
      refreshToken: body.refresh_token,
    })
    const refusal = await refusalOf(ctx, tx, { ...presented, client })
    if (refusal) return refusal
    const claims = client.bearer
      ? await ctx.sessions.tokens.verifyExpired(client.bearer, bearerGraceSeconds)
      : null
    if (claims?.session_id !== presented.session.id) {
      return refreshRefusal('SESSION_REQUIRED', { reason: 'no bearer of this session' })
    }
    await recordUse(tx, { id: presented.session.id, superseded: presented.session.superseded, at: ctx.now() })
    return presented
  })
  if (!('session' in result)) throw result
  // The token names the generation of the cookie that was shown, not the newest: a page that never got the newest
  // must not acknowledge it.
  const access_token = await accessTokenFor(ctx, result.session, result.generation)
  return new Answer({ access_token, expires_in: limits.accessTokenTtlSeconds, error: null })
}
