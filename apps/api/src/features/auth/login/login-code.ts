import { randomBytes } from 'node:crypto'
import { maskEmail, maskPhone } from '@shirogane/contract/inputs/read-fields'
import { limits } from '@shirogane/contract/rules/limits'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/sql.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { Answer, type Client, type Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { enqueueMessage } from '../../messages/index.ts'
import {
  findReach,
  type LoginFlow,
  prolongLoginFlow,
  type Reach,
  recordLoginFlow,
  resumeLoginFlow,
} from './login-store.ts'
import { type Share, whoAsks } from '../pins/pin-shares.ts'
import { issuePin, withinSmsCaps } from '../pins/pins.ts'
import { findAcquaintance } from '../security/security-store.ts'
import { hashOf } from '../send/reset.ts'
import { deviceCookie, readDevice } from '../sessions/sign-in.ts'
import { holdsPassword } from '../store.ts'

export const loginPurpose = 'login'

type Way = { channel: 'sms' | 'mail'; to: string }
type Person = { user_id: string; type: 'customer' | 'employee' }

/**
 * Where the code for this login goes; null when the password is enough. It is asked of a member who has signed in
 * elsewhere and never here, and goes to a channel that they have proved to read. Staff have longer passwords and keys
 * of their own, and a person who is not verified has nothing to lose yet.
 */
export async function wayOfLoginCode(ctx: Context, person: Person, client: Client): Promise<Way | null> {
  if (person.type !== 'customer') return null
  const [known, reach] = await Promise.all([
    findAcquaintance(ctx.db, person.user_id, readDevice(client) ?? ''),
    findReach(ctx.db, person.user_id),
  ])
  return known.anywhere && !known.here ? wayOf(reach) : null
}

export function wayOf(reach: Reach | null): Way | null {
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
  const asked = await askedBy(ctx, person.user_id, client)
  const code = await withinSmsCapsOf(ctx, way, asked, () =>
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
      const offered = await offer(ctx, tx, { id, user_id: person.user_id }, way, asked)
      return { ...offered, sent: offered.sent || going !== null }
    }),
  )
  ctx.wakeMessenger()
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

type Flow = Pick<LoginFlow, 'id' | 'user_id'>
type Asked = { share: Share; ip: string }

/** A thief with a stolen password uses up no code of an owner who comes from a network of theirs. */
export async function askedBy(ctx: Context, userId: string, client: Client): Promise<Asked> {
  const asker = await whoAsks(ctx, userId, client)
  return { share: asker === 'stranger' ? 'login_stranger' : 'login_network', ip: client.ip }
}

const endOf = (at: Date): Date => new Date(at.getTime() + limits.pinTtlSeconds * 1000)

/** Bound to this one login: a code that its owner was tricked into giving away opens no other. */
export const loginErrandOf = (flow: Flow, way: Way) => ({
  purpose: loginPurpose,
  owner: flow.id,
  target: way.to,
})

/** Sends a code, unless its addressee was written to a moment ago, and says from when on the next one may go. */
async function offer(
  ctx: Context,
  tx: Tx,
  flow: Flow,
  way: Way,
  asked: Asked,
): Promise<{ sent: boolean; resend_in: number }> {
  try {
    await sendLoginCode(ctx, tx, flow, way, asked)
    return { sent: true, resend_in: limits.pinResendSeconds }
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'PIN_RESEND_TOO_SOON') throw error
    return { sent: false, resend_in: error.detail.retryAfterSeconds ?? limits.pinResendSeconds }
  }
}

export async function sendLoginCode(
  ctx: Context,
  tx: Tx,
  flow: Flow,
  way: Way,
  { share, ip }: Asked,
): Promise<void> {
  const textedFor = way.channel === 'sms' ? ip : null
  const { id, pin } = await issuePin(ctx, tx, loginErrandOf(flow, way), { share, textedFor })
  await prolongLoginFlow(tx, flow.id, endOf(ctx.now()))
  const common = { user_id: flow.user_id, to: way.to, dedupe_key: `pin:${id}` }
  if (way.channel === 'mail')
    await enqueueMessage(ctx, tx, { ...common, template: 'login_code_mail', data: { code: pin } })
  else {
    const host = ctx.config.publicUrl.hostname
    await enqueueMessage(ctx, tx, { ...common, template: 'login_code_sms', data: { code: pin, host } })
  }
}

export function withinSmsCapsOf<T>(ctx: Context, way: Way, asked: Asked, work: () => Promise<T>): Promise<T> {
  return way.channel === 'sms' ? withinSmsCaps(ctx, { user_id: null, ...asked }, work) : work()
}
