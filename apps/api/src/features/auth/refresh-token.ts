import type { Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import type { Answer, Client, Input, Output } from '../../http/operation.ts'
import type { Problem } from '../../http/problem.ts'
import { network, type Rule } from '../../http/rate-limits.ts'
import { isSignOn, isStore, redeemSignOn, storeAudience } from './handoff/sign-on-token.ts'
import { findAccount } from './register/account-store.ts'
import { getPresentedSession, presentedSecret, refreshRefusal } from './sessions/presented.ts'
import { judgeRefresh, supersede } from './sessions/refresh-rules.ts'
import { isGenuine } from './secrets.ts'
import {
  findSessionState,
  findSessionStateForUpdate,
  recordRotation,
  recordUse,
  revokeSession,
  type SessionState,
} from './store.ts'
import { notifyOwner } from './security/notify-owner.ts'
import { refreshedAnswer } from './tokens.ts'

export async function refreshToken(
  ctx: Context,
  _actor: unknown,
  { body, client }: Input<'auth.refreshToken'>,
): Promise<Answer<Output<'auth.refreshToken'>>> {
  await limitRefreshes(ctx, client, body.refresh_token)
  // A refusal that ends the family must be committed, so it is carried out of the transaction and thrown there.
  const byStore = await isStore(ctx, body.client_assertion)
  const result = await ctx.transact(async (tx) => {
    const { refresh_token } = body
    if (client.refreshCookie === null && isSignOn(refresh_token)) {
      if (!byStore) return refreshRefusal('SESSION_REQUIRED', { reason: 'not the store' })
      return redeemSignOn(ctx, tx, { token: refresh_token, client })
    }
    const { session, generation } = await getPresentedSession(
      ctx,
      (id) => findSessionStateForUpdate(tx, id),
      {
        client,
        refreshToken: body.refresh_token,
      },
    )
    if (session.audience === storeAudience && !byStore)
      return refreshRefusal('SESSION_REQUIRED', { reason: 'not the store' })
    return rotate(ctx, tx, { session, generation, client })
  })
  if (!('session' in result)) throw result
  return refreshedAnswer(ctx, result.session, result.generation)
}

type Presented = { session: SessionState; generation: number; client: Client }

async function rotate(
  ctx: Context,
  tx: Tx,
  { session, generation, client }: Presented,
): Promise<{ session: SessionState; generation: number } | Problem> {
  const at = ctx.now()
  const refusal = await refusalOf(ctx, tx, { session, generation, client })
  if (refusal) return refusal

  const verdict = judgeRefresh(session, generation, at)
  if (verdict.act === 'rotate') {
    const superseded = supersede(session.superseded, generation, at)
    await recordRotation(tx, { id: session.id, generation: generation + 1, superseded, at })
    ctx.sessions.forget(session.id)
    return { session, generation: generation + 1 }
  }
  const recovered = verdict.act === 'catch_up' && verdict.recovered
  if (recovered) ctx.log.info({ event: 'refresh_recovered', session: ctx.keys.nameOf('session', session.id) })
  const superseded = recovered ? supersede(session.superseded, generation, at) : session.superseded
  await recordUse(tx, { id: session.id, superseded, at })
  return { session, generation: session.generation }
}

/** Why this secret is not good any more; ends the whole family when another client holds a copy. */
export async function refusalOf(
  ctx: Context,
  tx: Tx,
  { session, generation, client }: Presented,
): Promise<Problem | null> {
  const at = ctx.now()
  const verdict = judgeRefresh(session, generation, at)
  // A program's secret came in the body: the cookie beside it, if any, is another session's.
  const ended = session.client === 'browser'
  if (verdict.act === 'revoked') return refreshRefusal('SESSION_REVOKED', { reason: 'revoked', ended })
  if (verdict.act === 'expired') return refreshRefusal('SESSION_EXPIRED', { reason: 'expired', ended })
  if (session.suspended_at) return refreshRefusal('AUTH_SUSPENDED', { reason: 'suspended', ended })
  if (session.user_type === 'employee' && !session.employee_active) {
    return refreshRefusal('SESSION_REVOKED', { reason: 'employee left', ended })
  }
  // A browser always sends both cookies; the secret without the device was copied out of a log or a backup.
  const isCopied = session.client === 'browser' && client.deviceCookie !== session.device_id
  if (verdict.act !== 'reuse' && !isCopied) return null
  await revokeSession(tx, session.id, 'reuse', at)
  await notifyOwner(
    ctx,
    tx,
    session.user_id,
    { email: (await findAccount(tx, session.user_id))?.email ?? null, phone_number: null },
    { event: 'session_copied', key: session.id },
  )
  ctx.sessions.forget(session.id)
  ctx.log.warn({
    event: 'refresh_reuse',
    session: ctx.keys.nameOf('session', session.id),
    user_id: session.user_id,
  })
  return refreshRefusal('SESSION_REVOKED', { reason: isCopied ? 'device missing' : 'reuse', ended })
}

/**
 * A refresh counts for its session where its secret is genuine, and else for its network: a client that makes secrets
 * up is stopped, uses up the count of no session whose id is all that it knows, and does not hold up the others on the
 * network, as a shop's registers share one with its guests.
 */
export async function limitRefreshes(ctx: Context, client: Client, token: string | undefined): Promise<void> {
  const parts = presentedSecret(client, token)?.parts
  const session = parts && (await findSessionState(ctx.db, parts.session_id))
  const rule: Rule =
    parts && session && isGenuine(ctx.sessionKeys, session, parts)
      ? { bucket: `refresh:${session.id}`, max: 60, windowSeconds: 600 }
      : { bucket: `refresh:ip:${network(client.ip)}`, max: 600, windowSeconds: 600 }
  await ctx.limits.spend(rule)
}
