import { createHash, randomBytes } from 'node:crypto'
import { limits } from '@shirogane/contract/rules/limits'
import { errors as joseErrors, jwtVerify } from 'jose'
import type { Context } from '../../../context.ts'
import { readSettings } from '../../../db/settings.ts'
import type { Tx } from '../../../db/sql.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { type Client } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import {
  findSignOnForUpdate,
  recordAssertion,
  recordSignOn,
  recordSignOnUse,
  recordStoreSession,
} from './sign-on-store.ts'
import { refreshRefusal } from '../sessions/presented.ts'
import { isAlive } from '../sessions/session-state.ts'
import { findSessionState, findSessionStateForUpdate, revokeSession, type SessionState } from '../store.ts'

export const storeAudience = 'online_store'
const tokenForm = /^[\w-]{43}$/

export async function issueSignOn(ctx: Context, sessionId: string): Promise<string> {
  await ctx.limits.spend({
    bucket: `handoff:${sessionId}`,
    max: limits.handoffsPerMinute,
    windowSeconds: 60,
  })
  const token = randomBytes(32).toString('base64url')
  const at = ctx.now()
  await recordSignOn(ctx.db, {
    id: uuidv7(at),
    token_hash: hashesOf(ctx, token)[0]!,
    session_id: sessionId,
    at,
    expires_at: new Date(at.getTime() + limits.signOnSeconds * 1000),
  })
  return token
}

function hashesOf(ctx: Context, token: string): Uint8Array[] {
  return ctx.keys.pinHashes('handoff', '', '', token)
}

export async function getStoreUrl(ctx: Context): Promise<string> {
  const url = ctx.config.storeUrl?.href ?? (await readSettings(ctx.db, ['store_url'])).store_url
  if (!url || !URL.canParse(url)) throw new Problem('STORE_UNAVAILABLE')
  return url
}

export function storeAddress(store: string, token: string): string {
  const url = new URL(store)
  url.searchParams.set('refresh_token', token)
  return url.href
}

/** Is this what the store link carried? It has another form than every secret of a session. */
export function isSignOn(token: string | undefined): token is string {
  return token !== undefined && tokenForm.test(token)
}

/**
 * Opens the store's own session with the value from the link: once, within its minute, by the store alone. Shown a
 * second time, another person has it too: then the session that was born from it ends. A refusal that ends something
 * must be committed, so it is answered and not thrown.
 */
export async function redeemSignOn(
  ctx: Context,
  tx: Tx,
  { token, client }: { token: string; client: Client },
): Promise<{ session: SessionState; generation: number } | Problem> {
  const at = ctx.now()
  const found = await findSignOnForUpdate(tx, hashesOf(ctx, token))
  if (!found) return refreshRefusal('SESSION_REVOKED', { reason: 'unknown handoff' })
  if (found.used_at) {
    if (found.store_session_id) await revokeSession(tx, found.store_session_id, 'reuse', at)
    return refreshRefusal('SESSION_REVOKED', { reason: 'handoff shown twice' })
  }
  if (found.expires_at <= at) return refreshRefusal('SESSION_EXPIRED', { reason: 'handoff too old' })
  const parent = await findSessionStateForUpdate(tx, found.session_id)
  if (!parent || !isAlive(parent, at) || parent.suspended_at)
    return refreshRefusal('SESSION_REVOKED', { reason: 'session of the handoff ended' })
  const id = uuidv7(at)
  await recordStoreSession(tx, {
    id,
    user_id: parent.user_id,
    handle: randomBytes(16).toString('base64url'),
    salt: randomBytes(16),
    parent_id: parent.id,
    ip: client.ip,
    at,
    absolute_expires_at: parent.absolute_expires_at,
  })
  await recordSignOnUse(tx, { id: found.id, at, store_session_id: id })
  const session = await findSessionState(tx, id)
  if (!session) throw new Error('A session that was just written is gone')
  return { session, generation: 1 }
}

/**
 * The store shows with a signature of its own, made for this minute and shown once, that it is the store. Without its
 * key nothing can be redeemed.
 */
export async function isStore(ctx: Context, assertion: string | undefined): Promise<boolean> {
  const key = ctx.config.storeClientKey
  if (!key || assertion === undefined) return false
  try {
    const { payload } = await jwtVerify(assertion, key, {
      algorithms: ['EdDSA', 'ES256'],
      issuer: storeAudience,
      subject: storeAudience,
      audience: ctx.config.publicUrl.origin,
      currentDate: ctx.now(),
      maxTokenAge: 60,
      clockTolerance: 5,
      requiredClaims: ['iat', 'exp', 'jti'],
    })
    const expiresAt = new Date(((payload.exp ?? 0) + 60) * 1000)
    const jti = createHash('sha256')
      .update(payload.jti ?? '')
      .digest()
    return await recordAssertion(ctx.db, jti, expiresAt)
  } catch (error) {
    if (error instanceof joseErrors.JOSEError || error instanceof TypeError) return false
    throw error
  }
}
