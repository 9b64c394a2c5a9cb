import { limits } from '@shirogane/contract/rules/limits'
import { canonicalPassword } from '@shirogane/contract/inputs/passwords'
import type { Context } from '../../context.ts'
import type { Answer, Client, Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { network, type Rule } from '../../http/rate-limits.ts'
import { isWorkDone, newWork } from './login/login-work.ts'
import { beginLogin, wayOfLoginCode } from './login/login-code.ts'
import { dummyHash, hashPassword, needsRehash, verifyPassword } from './passwords/passwords.ts'
import { whoAsks } from './pins/pin-shares.ts'
import { readCredential } from './sessions/refresh-rules.ts'
import { signIn } from './sessions/sign-in.ts'
import { type Credentials, findCredentials, recordPasswordHash } from './store.ts'

export async function login(
  ctx: Context,
  _actor: unknown,
  { body, client }: Input<'auth.login'>,
): Promise<Answer<Output<'auth.login'>>> {
  const credential = readCredential(body.credential ?? body.username ?? '')
  const found = await findCredentials(ctx.db, credential.kind, credential.value)
  const person = found && (found.type === 'customer' || found.employee_active) ? found : null

  const rules = await countAttempt(ctx, client, {
    asked: `${credential.kind}:${credential.value}`,
    password: body.password,
    work: body.work,
    userId: person?.user_id ?? null,
  })
  const isRight = await verifyPassword(
    person?.password_hash ?? (await dummyHash(ctx.keys.pepper)),
    body.password,
    ctx.keys.pepper,
  )
  if (!person || !isRight) throw new Problem('AUTH_INVALID_CREDENTIALS')
  await ctx.limits.giveBack(...rules)

  // Only a person who knows the password learns that the account is suspended.
  if (person.suspended_at) throw new Problem('AUTH_SUSPENDED')
  const shown = { ...person, password_hash: await hashedToday(ctx, person, credential, body.password) }
  const way = await wayOfLoginCode(ctx, person, client)
  return way ? beginLogin(ctx, shown, way, client) : signIn(ctx, shown, client)
}

/** What the password stands as from now on: hashed anew where that was done with less than today's strength or an older key. */
async function hashedToday(
  ctx: Context,
  { user_id, password_hash: before }: Credentials,
  credential: ReturnType<typeof readCredential>,
  password: string,
): Promise<string> {
  if (!needsRehash(before, ctx.keys.pepper)) return before
  const hash = await hashPassword(password, ctx.keys.pepper)
  if (await recordPasswordHash(ctx.db, user_id, { hash, before })) return hash
  // Another login hashed it anew at the same moment, or it is another password by now.
  const now = (await findCredentials(ctx.db, credential.kind, credential.value))?.password_hash
  if (now === undefined || !(await verifyPassword(now, password, ctx.keys.pepper)))
    throw new Problem('AUTH_INVALID_CREDENTIALS')
  return now
}

type Attempt = {
  /** The name as it was typed, in one spelling: whether it exists changes nothing of what is counted. */
  asked: string
  password: string
  work: string | undefined
  userId: string | null
}

/**
 * Counts the attempt as a failure before the password is looked at; a right one takes it back. No person can lock
 * another one out: a browser that the account knows counts for itself alone, and elsewhere too many failures at one
 * name ask for a proof of work with each further attempt, whether the name exists or not. What is refused nearer by
 * counts for nothing further out, or one network alone would fill that net.
 */
async function countAttempt(
  ctx: Context,
  client: Client,
  { asked, password, work, userId }: Attempt,
): Promise<Rule[]> {
  const name = (text: string): string => ctx.keys.nameOf('login', text)
  const windowSeconds = limits.loginTriesSeconds
  if ((await whoAsks(ctx, userId, client)) === 'browser') {
    const bucket = `login:browser:${name(`${userId} ${client.deviceCookie}`)}`
    const inBrowser: Rule = { bucket, max: limits.loginTriesOfBrowser, windowSeconds }
    if (!(await ctx.limits.overflow(inBrowser))) return [inBrowser]
  }
  const from = network(client.ip)
  const perMinute: Rule = { bucket: `login:ip:${from}`, max: 30, windowSeconds: 60 }
  const perHour: Rule = { bucket: `login:ip-hour:${from}`, max: 300, windowSeconds: 3_600 }
  const here: Rule = {
    bucket: `login:account:${name(`${asked} ${from}`)}`,
    max: limits.loginTriesOfNetwork,
    windowSeconds,
  }
  // By what it is verified as: else each way of typing one password would have a count of its own.
  const typed = canonicalPassword(password)
  const onePassword: Rule = { bucket: `login:password:${name(typed)}`, max: 100, windowSeconds: 3_600 }
  const everywhere: Rule = {
    bucket: `login:everywhere:${name(asked)}`,
    max: limits.loginTriesOfName,
    windowSeconds,
  }
  const refuse = (full: Rule): never => {
    throw new Problem('RATE_LIMITED', {
      retryAfterSeconds: full === perMinute ? 60 : 600,
      reason: full.bucket,
    })
  }
  let hasWorked = false
  const askForWork = async (full: Rule): Promise<void> => {
    hasWorked ||= work !== undefined && (await isWorkDone(ctx, asked, work))
    if (!hasWorked)
      throw new Problem('AUTH_ACCOUNT_LOCKED', {
        reason: full.bucket,
        retryAfterSeconds: windowSeconds,
        fields: { work: newWork(ctx, asked) },
      })
  }

  const ofNetwork = await ctx.limits.overflow(perMinute, perHour)
  if (ofNetwork) refuse(ofNetwork)
  if (await ctx.limits.overflow(here)) await askForWork(here)
  if (await ctx.limits.overflow(onePassword)) refuse(onePassword)
  if (await ctx.limits.overflow(everywhere)) await askForWork(everywhere)
  return [perMinute, perHour, here, onePassword, everywhere]
}
