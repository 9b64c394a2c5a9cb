import { randomBytes } from 'node:crypto'
import { limits } from '@shirogane/contract/limits'
import type { Context } from '../../context.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { Answer, type Client, type CookieChange, type Input, type Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { network, type Rule } from '../../http/rate-limits.ts'
import { getUser } from '../users/index.ts'
import { dummyHash, hashPassword, needsRehash, verifyPassword } from './passwords.ts'
import { absoluteEnd, readCredential } from './rules.ts'
import { isGenuine, readSecret } from './secrets.ts'
import {
  type Credentials,
  endOldestSessions,
  findCredentials,
  findSessionState,
  isKnownDevice,
  recordPasswordHash,
  recordSession,
  revokeSession,
} from './store.ts'
import { accessTokenFor, refreshTokenFor } from './tokens.ts'

const customerSessionsMax = 5
const deviceCookieSeconds = 400 * 86_400

export async function login(
  ctx: Context,
  _actor: unknown,
  { body, client }: Input<'auth.login'>,
): Promise<Answer<Output<'auth.login'>>> {
  const credential = readCredential(body.credential ?? body.username ?? '')
  const found = await findCredentials(ctx.db, credential.kind, credential.value)
  const person = found && (found.type === 'customer' || found.employee_active) ? found : null

  const rules = await countAttempt(
    ctx,
    client,
    person?.user_id ?? `${credential.kind}:${credential.value}`,
    body.password,
  )
  const isRight = await verifyPassword(
    person?.password_hash ?? (await dummyHash(ctx.keys.pepper)),
    body.password,
    ctx.keys.pepper,
  )
  if (!person || !isRight) throw new Problem('AUTH_INVALID_CREDENTIALS')
  await ctx.limits.giveBack(...rules)

  // Only whoever knows the password learns that the account is suspended.
  if (person.suspended_at) throw new Problem('AUTH_SUSPENDED')
  if (needsRehash(person.password_hash)) {
    await recordPasswordHash(ctx.db, person.user_id, await hashPassword(body.password, ctx.keys.pepper))
  }
  return signIn(ctx, person, client)
}

/**
 * Counts the attempt as a failure before the password is looked at; a right one takes it back. Nobody can lock
 * somebody else out: the lock holds for one account from one network, and the wide net of many networks against one
 * account lets a browser through that this person has used before.
 */
async function countAttempt(
  ctx: Context,
  client: Client,
  account: string,
  password: string,
): Promise<Rule[]> {
  const name = (text: string): string => ctx.keys.nameOf('login', text)
  const from = network(client.ip)
  const perMinute: Rule = { bucket: `login:ip:${from}`, max: 30, windowSeconds: 60 }
  const perHour: Rule = { bucket: `login:ip-hour:${from}`, max: 300, windowSeconds: 3_600 }
  const onePassword: Rule = { bucket: `login:password:${name(password)}`, max: 100, windowSeconds: 3_600 }
  const here: Rule = { bucket: `login:account:${name(`${account} ${from}`)}`, max: 10, windowSeconds: 1_800 }
  const everywhere: Rule = { bucket: `login:everywhere:${name(account)}`, max: 100, windowSeconds: 1_800 }
  const rules = [perMinute, perHour, onePassword, here, everywhere]

  const full = await ctx.limits.overflow(...rules)
  if (!full) return rules
  if (full === here) throw new Problem('AUTH_ACCOUNT_LOCKED', { reason: here.bucket })
  if (full === everywhere) {
    const known = client.deviceCookie !== null && (await isKnownDevice(ctx.db, account, client.deviceCookie))
    if (known) return rules
    throw new Problem('AUTH_ACCOUNT_LOCKED', { reason: everywhere.bucket })
  }
  throw new Problem('RATE_LIMITED', { retryAfterSeconds: full === perMinute ? 60 : 600, reason: full.bucket })
}

async function signIn(
  ctx: Context,
  person: Credentials,
  client: Client,
): Promise<Answer<Output<'auth.login'>>> {
  const at = ctx.now()
  const id = uuidv7(at)
  const deviceId = readDevice(client) ?? randomBytes(16).toString('base64url')
  const before = await earlierSession(ctx, client)

  await ctx.transact(async (tx) => {
    // The browser is about to forget this session: left open, nobody could end it.
    if (before) await revokeSession(tx, before, 'replaced', at)
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
      absolute_expires_at: absoluteEnd(person.type, at),
    })
    if (person.type === 'customer') await endOldestSessions(tx, person.user_id, customerSessionsMax, at)
  })

  const session = await findSessionState(ctx.db, id)
  if (!session) throw new Error('A session that was just written is gone')
  const { refresh_token, cookies } = refreshTokenFor(ctx, session, session.generation)
  const device: CookieChange[] =
    session.client === 'api' ? [] : [{ name: 'did', value: deviceId, maxAgeSeconds: deviceCookieSeconds }]
  return new Answer(
    {
      user: await getUser(ctx, person.user_id),
      token: {
        access_token: await accessTokenFor(ctx, session, session.generation),
        refresh_token,
        expires_in: limits.accessTokenTtlSeconds,
      },
    },
    { cookies: [...cookies, ...device] },
  )
}

function readDevice(client: Client): string | null {
  return client.deviceCookie && /^[\w-]{16,64}$/.test(client.deviceCookie) ? client.deviceCookie : null
}

async function earlierSession(ctx: Context, client: Client): Promise<string | null> {
  const parts = client.isApi || !client.refreshCookie ? null : readSecret(client.refreshCookie)
  const session = parts && (await findSessionState(ctx.db, parts.session_id))
  return session && isGenuine(ctx.keys, session, parts) ? session.id : null
}
