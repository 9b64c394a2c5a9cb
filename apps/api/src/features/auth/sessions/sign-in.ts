import { randomBytes } from 'node:crypto'
import { limits } from '@shirogane/contract/rules/limits'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/sql.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { Answer, type Client, type Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { getUser } from '../../users/index.ts'
import { notifyOfNewDevice } from '../login/new-device.ts'
import { absoluteEnd } from './refresh-rules.ts'
import { isGenuine, readSecret } from '../secrets.ts'
import { findAcquaintance } from '../security/security-store.ts'
import { recordTakeOver } from '../staff/staff-store.ts'
import { endOldestSessions, findSessionState, holdsPassword, recordSession, revokeSession } from '../store.ts'
import { accessTokenFor, refreshTokenFor } from '../tokens.ts'

const customerSessionsMax = 5
const deviceCookieSeconds = 400 * 86_400

/** A register before a colleague took it over: its session, and when that would have ended. */
export type TakenOver = {
  session_id: string
  absolute_expires_at: Date
  /** Goes with the change, in its transaction. */
  record: (tx: Tx) => Promise<void>
}

/**
 * Opens a session for a person who has just proved who they are, and answers with its tokens. One that takes a register
 * over ends when the one before it would have: a day begins with a password, however often the register changes hands.
 */
export async function signIn(
  ctx: Context,
  person: {
    user_id: string
    type: 'customer' | 'employee'
    /** What the password that was shown stands as: hashing takes its time, and another one may be set meanwhile. */
    password_hash?: string
  },
  client: Client,
  takenOver?: TakenOver,
): Promise<Answer<Output<'auth.passkeyLogin'>>> {
  const at = ctx.now()
  const id = uuidv7(at)
  const device = deviceCookie(client)
  const deviceId = device.value
  const before = await earlierSession(ctx, client)
  const end = absoluteEnd(person.type, at)
  const known = await findAcquaintance(ctx.db, person.user_id, deviceId)

  await ctx.transact(async (tx) => {
    const { password_hash } = person
    if (password_hash !== undefined && !(await holdsPassword(tx, person.user_id, password_hash)))
      throw new Problem('AUTH_INVALID_CREDENTIALS', { reason: 'another password by now' })
    // The browser is about to forget this session: left open, it could not be ended any more.
    if (before && before !== takenOver?.session_id) await revokeSession(tx, before, 'replaced', at)
    await recordSession(tx, {
      id,
      user_id: person.user_id,
      handle: randomBytes(16).toString('base64url'),
      device_id: deviceId,
      client: client.isApi ? 'api' : 'browser',
      salt: randomBytes(16),
      user_agent: client.userAgent,
      ip: client.ip,
      at,
      absolute_expires_at:
        takenOver && takenOver.absolute_expires_at < end ? takenOver.absolute_expires_at : end,
    })
    if (takenOver) {
      // It may have been ended while the PIN was looked at: then there is nothing to hand on.
      if (!(await revokeSession(tx, takenOver.session_id, 'taken_over', at)))
        throw new Problem('AUTH_SESSION_EXPIRED')
      await recordTakeOver(tx, { session_id: id, from: takenOver.session_id })
      await takenOver.record(tx)
    }
    if (known.anywhere && !known.here && !client.isApi)
      await notifyOfNewDevice(ctx, tx, person.user_id, id, client)
    if (person.type === 'customer') await endOldestSessions(tx, person.user_id, customerSessionsMax, at)
  })

  if (takenOver) ctx.sessions.forget(takenOver.session_id)
  ctx.wakeMessenger()
  const session = await findSessionState(ctx.db, id)
  if (!session) throw new Error('A session that was just written is gone')
  const { refresh_token, cookies } = refreshTokenFor(ctx, session, session.generation)
  return new Answer(
    {
      user: await getUser(ctx, person.user_id),
      token: {
        access_token: await accessTokenFor(ctx, session, session.generation),
        refresh_token,
        expires_in: limits.accessTokenTtlSeconds,
      },
    },
    { cookies: session.client === 'api' ? cookies : [...cookies, device] },
  )
}

/** The name that this browser goes by from now on: the one it had, or a new one. */
export function deviceCookie(client: Client) {
  return {
    name: 'did',
    value: readDevice(client) ?? randomBytes(16).toString('base64url'),
    maxAgeSeconds: deviceCookieSeconds,
  } as const
}

export function readDevice(client: Client): string | null {
  return client.deviceCookie && /^[\w-]{16,64}$/.test(client.deviceCookie) ? client.deviceCookie : null
}

async function earlierSession(ctx: Context, client: Client): Promise<string | null> {
  const parts = client.isApi || !client.refreshCookie ? null : readSecret(client.refreshCookie)
  const session = parts && (await findSessionState(ctx.db, parts.session_id))
  return session && isGenuine(ctx.sessionKeys, session, parts) ? session.id : null
}
