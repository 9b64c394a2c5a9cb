import { randomBytes } from 'node:crypto'
import { maskEmail, maskPhone, readPin } from '@shirogane/contract/inputs'
import { limits } from '@shirogane/contract/limits'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { Answer, type Client, type Input, type Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { enqueueMessage } from '../messages/index.ts'
import {
  endLoginFlow,
  findLoginFlow,
  findLoginFlowForUpdate,
  findReach,
  type LoginFlow,
  prolongLoginFlow,
  type Reach,
  recordLoginFlow,
  resumeLoginFlow,
} from './login-store.ts'
import { countGuess, issuePin, pinProblem, tryPin, withinSmsCaps } from './pins.ts'
import { findAcquaintance } from './security-store.ts'
import { hashOf } from './send-reset.ts'
import { deviceCookie, readDevice, signIn } from './sign-in.ts'
import { holdsPassword } from './store.ts'

const purpose = 'login'

type Way = { channel: 'sms' | 'mail'; to: string }
type Person = { user_id: string; type: 'customer' | 'employee' }

/**
 * Where the code for this login goes; null when the password is enough. It is asked of a member who is at home
 * elsewhere and has never been here, and goes where they have shown that they read. Staff have longer passwords and
 * keys of their own, and whoever is not verified has nothing to lose yet.
 */
export async function wayOfLoginCode(ctx: Context, person: Person, client: Client): Promise<Way | null> {
  if (person.type !== 'customer') return null
  const [known, reach] = await Promise.all([
    findAcquaintance(ctx.db, person.user_id, readDevice(client) ?? ''),
    findReach(ctx.db, person.user_id),
  ])
  return known.any && !known.here ? wayOf(reach) : null
}

function wayOf(reach: Reach | null): Way | null {
  if (!reach?.is_proved) return null
  if (reach.phone_proved && reach.phone_number !== null) return { channel: 'sms', to: reach.phone_number }
  return reach.email_verified && reach.email !== null ? { channel: 'mail', to: reach.email } : null
}

/** The password was right: instead of a session there is a login that waits for its code. */
export async function beginLogin(
  ctx: Context,
  person: Person & { password_hash: string },
  way: Way,
  client: Client,
): Promise<Answer<Output<'auth.login'>>> {
  const secret = randomBytes(32).toString('base64url')
  const secret_hash = hashOf(secret)
  // Programs keep no cookies and are strangers every time.
  const device = client.isApi ? null : deviceCookie(client)
  const code = await withinSmsCapsOf(ctx, way, client, () =>
    ctx.transact(async (tx) => {
      if (!(await holdsPassword(tx, person.user_id, person.password_hash)))
        throw new Problem('AUTH_INVALID_CREDENTIALS', { reason: 'another password by now' })
      const at = ctx.now()
      const device_id = device?.value ?? null
      const going =
        device_id === null
          ? null
          : await resumeLoginFlow(tx, { user_id: person.user_id, device_id, secret_hash, at })
      const id = going ?? uuidv7(at)
      if (going === null)
        await recordLoginFlow(tx, {
          id,
          secret_hash,
          user_id: person.user_id,
          device_id,
          at,
          expires_at: endOf(at),
        })
      const offered = await offer(ctx, tx, { id, user_id: person.user_id }, way, client)
      return { ...offered, sent: offered.sent || going !== null }
    }),
  )
  ctx.nudgeMessenger()
  return new Answer(
    {
      mfa_required: true,
      flow: secret,
      channel: way.channel,
      to: way.channel === 'sms' ? maskPhone(way.to) : maskEmail(way.to),
      expires_in: limits.pinTtlSeconds,
      ...code,
    },
    { cookies: device === null ? [] : [device] },
  )
}

/** The code once more, to where the first one went. */
export async function loginSend(
  ctx: Context,
  _actor: unknown,
  { body, client }: Input<'auth.loginSend'>,
): Promise<Output<'auth.loginSend'>> {
  const secret_hash = hashOf(body.flow)
  const way = wayOf(await findLoginFlow(ctx.db, secret_hash, ctx.now()))
  if (!way) throw new Problem('LOGIN_FLOW_INVALID')
  await withinSmsCapsOf(ctx, way, client, () =>
    ctx.transact(async (tx) => {
      const flow = await findLoginFlowForUpdate(tx, secret_hash, ctx.now())
      if (!flow) throw new Problem('LOGIN_FLOW_INVALID')
      await send(ctx, tx, flow, way, client)
    }),
  )
  ctx.nudgeMessenger()
  return { expires_in: limits.pinTtlSeconds, resend_in: limits.pinResendSeconds }
}

/** The code that makes the session. Five wrong ones end the login, and the password has to be given again. */
export async function loginCode(
  ctx: Context,
  _actor: unknown,
  { body, client }: Input<'auth.loginCode'>,
): Promise<Answer<Output<'auth.loginCode'>>> {
  const secret_hash = hashOf(body.flow)
  const found = await findLoginFlow(ctx.db, secret_hash, ctx.now())
  if (!found) throw new Problem('LOGIN_FLOW_INVALID')
  await countGuess(ctx, { purpose, owner: found.user_id }, client.ip)

  const outcome = await ctx.transact(async (tx) => {
    const at = ctx.now()
    const flow = await findLoginFlowForUpdate(tx, secret_hash, at)
    const way = wayOf(flow)
    if (!flow || !way) return { is: 'gone' } as const
    const tried = await tryPin(ctx, tx, errandOf(flow, way), readPin(body.pin) ?? '')
    if (tried.is === 'right' || tried.is === 'exhausted') await endLoginFlow(tx, flow.id, at)
    return tried
  })
  if (outcome.is === 'gone') throw new Problem('LOGIN_FLOW_INVALID')
  if (outcome.is !== 'right') throw pinProblem(outcome)
  if (found.suspended_at) throw new Problem('AUTH_SUSPENDED')
  return signIn(ctx, { user_id: found.user_id, type: 'customer' }, client)
}

type Flow = Pick<LoginFlow, 'id' | 'user_id'>

const endOf = (at: Date): Date => new Date(at.getTime() + limits.pinTtlSeconds * 1000)

/** Bound to this one login: a code that somebody was talked out of opens no other. */
const errandOf = (flow: Flow, way: Way) => ({ purpose, owner: flow.id, target: way.to })

/** Sends a code, unless its addressee was written to a moment ago, and says from when on the next one may go. */
async function offer(
  ctx: Context,
  tx: Tx,
  flow: Flow,
  way: Way,
  client: Client,
): Promise<{ sent: boolean; resend_in: number }> {
  try {
    await send(ctx, tx, flow, way, client)
    return { sent: true, resend_in: limits.pinResendSeconds }
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'PIN_RESEND_TOO_SOON') throw error
    return { sent: false, resend_in: error.detail.retryAfterSeconds ?? limits.pinResendSeconds }
  }
}

async function send(ctx: Context, tx: Tx, flow: Flow, way: Way, client: Client): Promise<void> {
  const textedFor = way.channel === 'sms' ? client.ip : null
  const { id, pin } = await issuePin(ctx, tx, errandOf(flow, way), { textedFor })
  await prolongLoginFlow(tx, flow.id, endOf(ctx.now()))
  const common = { user_id: flow.user_id, to: way.to, dedupe_key: `pin:${id}` }
  if (way.channel === 'mail')
    await enqueueMessage(ctx, tx, { ...common, template: 'login_code_mail', data: { code: pin } })
  else {
    const host = ctx.config.publicUrl.hostname
    await enqueueMessage(ctx, tx, { ...common, template: 'login_code_sms', data: { code: pin, host } })
  }
}

function withinSmsCapsOf<T>(ctx: Context, way: Way, client: Client, work: () => Promise<T>): Promise<T> {
  return way.channel === 'sms' ? withinSmsCaps(ctx, { user_id: null, ip: client.ip }, work) : work()
}
