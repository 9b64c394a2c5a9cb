import { canonicalPassword } from '@shirogane/contract/inputs'
import type { Context } from '../../context.ts'
import type { Answer, Client, Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { network, type Rule } from '../../http/rate-limits.ts'
import { beginLogin, wayOfLoginCode } from './login-code.ts'
import { dummyHash, hashPassword, needsRehash, verifyPassword } from './passwords.ts'
import { readCredential } from './rules.ts'
import { signIn } from './sign-in.ts'
import { type Credentials, findCredentials, isKnownDevice, recordPasswordHash } from './store.ts'

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
    { userId: person?.user_id ?? null, asked: `${credential.kind}:${credential.value}` },
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
  const shown = { ...person, password_hash: await hashedToday(ctx, person, credential, body.password) }
  const way = await wayOfLoginCode(ctx, person, client)
  return way ? beginLogin(ctx, shown, way, client) : signIn(ctx, shown, client)
}

/** What the password stands as from now on: hashed anew where that was done with less than today's strength. */
async function hashedToday(
  ctx: Context,
  { user_id, password_hash: before }: Credentials,
  credential: ReturnType<typeof readCredential>,
  password: string,
): Promise<string> {
  if (!needsRehash(before)) return before
  const hash = await hashPassword(password, ctx.keys.pepper)
  if (await recordPasswordHash(ctx.db, user_id, { hash, before })) return hash
  // Another login hashed it anew at the same moment, or it is another password by now.
  const now = (await findCredentials(ctx.db, credential.kind, credential.value))?.password_hash
  if (now === undefined || !(await verifyPassword(now, password, ctx.keys.pepper)))
    throw new Problem('AUTH_INVALID_CREDENTIALS')
  return now
}

/**
 * Counts the attempt as a failure before the password is looked at; a right one takes it back. Nobody can lock
 * somebody else out: the lock holds for one account from one network, and the wide net of many networks against one
 * account lets a browser through that this person has used before. What is refused nearer by counts for nothing further
 * out, or one network alone would fill that net.
 */
async function countAttempt(
  ctx: Context,
  client: Client,
  { userId, asked }: { userId: string | null; asked: string },
  password: string,
): Promise<Rule[]> {
  const name = (text: string): string => ctx.keys.nameOf('login', text)
  const account = userId ?? asked
  const from = network(client.ip)
  const perMinute: Rule = { bucket: `login:ip:${from}`, max: 30, windowSeconds: 60 }
  const perHour: Rule = { bucket: `login:ip-hour:${from}`, max: 300, windowSeconds: 3_600 }
  const here: Rule = { bucket: `login:account:${name(`${account} ${from}`)}`, max: 10, windowSeconds: 1_800 }
  // By what it is verified as: else each way of typing one password would have a count of its own.
  const typed = canonicalPassword(password)
  const onePassword: Rule = { bucket: `login:password:${name(typed)}`, max: 100, windowSeconds: 3_600 }
  const everywhere: Rule = { bucket: `login:everywhere:${name(account)}`, max: 100, windowSeconds: 1_800 }
  const rules = [perMinute, perHour, here, onePassword, everywhere]

  const full =
    (await ctx.limits.overflow(perMinute, perHour)) ??
    (await ctx.limits.overflow(here)) ??
    (await ctx.limits.overflow(onePassword)) ??
    (await ctx.limits.overflow(everywhere))
  if (!full) return rules
  if (full === here)
    throw new Problem('AUTH_ACCOUNT_LOCKED', { reason: here.bucket, retryAfterSeconds: here.windowSeconds })
  if (full === everywhere) {
    // An account that does not exist is answered like one that does.
    const mayBeKnown = userId !== null && client.deviceCookie !== null
    if (mayBeKnown && (await isKnownDevice(ctx.db, userId, client.deviceCookie))) return rules
    throw new Problem('AUTH_ACCOUNT_LOCKED', {
      reason: everywhere.bucket,
      retryAfterSeconds: everywhere.windowSeconds,
    })
  }
  throw new Problem('RATE_LIMITED', { retryAfterSeconds: full === perMinute ? 60 : 600, reason: full.bucket })
}
