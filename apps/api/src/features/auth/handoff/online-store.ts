import type { Context } from '../../../context.ts'
import { Answer, type Client, type Input } from '../../../http/operation.ts'
import { getStoreUrl, issueSignOn, storeAddress } from './sign-on-token.ts'
import { judgeRefresh } from '../sessions/refresh-rules.ts'
import { isGenuine, readSecret } from '../secrets.ts'
import { isAlive } from '../sessions/session-state.ts'
import { findSessionState, type SessionState } from '../store.ts'

/**
 * The link in the bottom bar. It is opened as a page, so only the cookie says who comes; no foreign page may send a
 * person through here, and a person who is not signed in arrives at the store as a stranger.
 */
export async function signOnOnlineStore(
  ctx: Context,
  _actor: unknown,
  { client }: Input<'auth.handoffOnlineStore'>,
): Promise<Answer<undefined>> {
  const store = await getStoreUrl(ctx)
  const session = await findOwnPage(ctx, client)
  const token = session && (await issueSignOn(ctx, session.id))
  return new Answer(undefined, {
    headers: { Location: token ? storeAddress(store, token) : store, 'Referrer-Policy': 'no-referrer' },
  })
}

/** The verified member whose own page of ours opened this one. */
async function findOwnPage(ctx: Context, client: Client): Promise<SessionState | null> {
  if (client.fetchSite !== 'same-origin' || client.fetchMode !== 'navigate') return null
  const parts = client.refreshCookie === null ? null : readSecret(client.refreshCookie)
  const session = parts && (await findSessionState(ctx.db, parts.session_id))
  if (!parts || !session || !isGenuine(ctx.sessionKeys, session, parts)) return null
  const { act } = judgeRefresh(session, parts.generation, ctx.now())
  const isGood =
    act !== 'reuse' &&
    act !== 'expired' &&
    act !== 'revoked' &&
    isAlive(session, ctx.now()) &&
    session.client === 'browser' &&
    session.device_id === client.deviceCookie &&
    session.user_type === 'customer' &&
    session.verified &&
    session.suspended_at === null
  return isGood ? session : null
}
