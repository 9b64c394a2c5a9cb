import { createHash, randomBytes } from 'node:crypto'
import { limits } from '@shirogane/contract/rules/limits'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/sql.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { Answer, type Client, type Input, type Output } from '../../../http/operation.ts'
import { network, type Rule } from '../../../http/rate-limits.ts'
import { enqueueMessage } from '../../messages/index.ts'
import { findAccount } from '../register/account-store.ts'
import { type Asker, type Share, smsRules, whoAsks } from '../pins/pin-shares.ts'
import { issuePin, targetNames } from '../pins/pins.ts'
import { prolongResetFlow, recordResetFlow, findResetFlowForUpdate } from '../reset/reset-store.ts'
import { readCredential } from '../sessions/refresh-rules.ts'
import { findCredentials } from '../store.ts'

export const resetPurpose = 'reset_password'

/** Where the code of a run goes: always to what is on record, not to what was typed to find it. */
type Way = { user_id: string | null; target: string; channel: 'sms' | 'mail' }

/**
 * Begins the way back after a forgotten password, or sends its code again. The answer, its cookie and the work behind
 * it are the same whether or not this name exists; where it does not, a code is made that is sent nowhere.
 */
export async function sendReset(
  ctx: Context,
  _actor: unknown,
  { body, client }: Input<'auth.sendReset'>,
): Promise<Answer<Output<'auth.sendReset'>>> {
  const credential = readCredential(body.credential)
  const credential_names = ctx.keys.namesOf('credential', `${credential.kind}:${credential.value}`)
  const way = await findWay(ctx, credential)
  const asker = await whoAsks(ctx, way.user_id, client)
  await ctx.limits.spend(askingRule(ctx, asker, client))
  const share: Share = `reset_${asker}`
  const rules = textRulesOf(way, client.ip, share)
  const maySend = (await ctx.limits.overflow(...rules)) === null || way.channel === 'mail'
  const sending = { share, maySend, textedFor: maySend && way.channel === 'sms' ? client.ip : null }

  const { secret, isOut } = await ctx.transact(async (tx) => {
    const at = ctx.now()
    const expires_at = new Date(at.getTime() + limits.pinTtlSeconds * 1000)
    const going = await findOwnFlow(ctx, tx, client)
    // Sending again within one run keeps it; another name begins another.
    if (going?.state === 'pin_sent' && credential_names.includes(going.credential_name)) {
      await prolongResetFlow(tx, going.id, expires_at)
      return { secret: client.resetCookie ?? '', isOut: await send(ctx, tx, going.id, way, sending) }
    }
    const id = uuidv7(at)
    const fresh = randomBytes(32).toString('base64url')
    await recordResetFlow(tx, {
      id,
      secret_hash: hashOf(fresh),
      credential_name: credential_names[0]!,
      user_id: way.user_id,
      target_name: targetNames(ctx, way.target)[0]!,
      at,
      expires_at,
    })
    return { secret: fresh, isOut: await send(ctx, tx, id, way, sending) }
  })
  if (!isOut) await ctx.limits.giveBack(...rules)
  ctx.wakeMessenger()
  return new Answer(
    { expires_in: limits.pinTtlSeconds, resend_in: limits.pinResendSeconds },
    // Twice the time: the code, and after it the new password.
    { cookies: [{ name: 'reset', value: secret, maxAgeSeconds: limits.pinTtlSeconds * 2 }] },
  )
}

/** A browser that the account knows asks for itself, however often its neighbours ask. */
function askingRule(ctx: Context, asker: Asker, client: Client): Rule {
  const bucket =
    asker === 'browser'
      ? `reset:browser:${ctx.keys.nameOf('device', client.deviceCookie ?? '')}`
      : `reset:ip:${network(client.ip)}`
  return { bucket, max: 20, windowSeconds: 3_600 }
}

/**
 * What goes out as a text counts among the texts of the day. What goes to no person, or as a mail, is counted beside
 * them at the same cost: otherwise a caller who makes names up would use up the texts of all others.
 */
function textRulesOf(way: Way, ip: string, share: Share): Rule[] {
  const rules = smsRules(ip, share)
  if (way.user_id !== null && way.channel === 'sms') return rules
  return rules.map((rule) => ({ ...rule, bucket: `no-${rule.bucket}` }))
}

/**
 * Beyond the caps nothing goes out, and nothing is said about it: the answer would tell that the account exists.
 * Answers whether a code went out, or would have for an existing account.
 */
async function send(
  ctx: Context,
  tx: Tx,
  flowId: string,
  way: Way,
  { share, maySend, textedFor }: { share: Share; maySend: boolean; textedFor: string | null },
): Promise<boolean> {
  const { id, pin, goes } = await issuePin(
    ctx,
    tx,
    { purpose: resetPurpose, owner: flowId, target: way.target },
    { share, textedFor, isSilent: true },
  )
  if (!maySend || !goes) return false
  if (way.user_id === null) return true
  const common = { user_id: way.user_id, to: way.target, dedupe_key: `pin:${id}` }
  if (way.channel === 'mail') {
    await enqueueMessage(ctx, tx, { ...common, template: 'reset_code_mail', data: { code: pin } })
  } else {
    const host = ctx.config.publicUrl.hostname
    await enqueueMessage(ctx, tx, { ...common, template: 'reset_code_sms', data: { code: pin, host } })
  }
  return true
}

/**
 * A proved mail address where that was typed, and the phone otherwise. Staff get a new password from their manager, and
 * the suspended get none; both look like names that do not exist.
 */
async function findWay(ctx: Context, credential: ReturnType<typeof readCredential>): Promise<Way> {
  const nobody: Way = { user_id: null, target: `nobody ${credential.value}`, channel: 'sms' }
  const found = await findCredentials(ctx.db, credential.kind, credential.value)
  const account = await findAccount(ctx.db, found?.user_id ?? '00000000-0000-0000-0000-000000000000')
  if (!found || !account || account.type !== 'customer' || account.suspended_at) return nobody
  if (credential.kind === 'email' && account.email_verified && account.email) {
    return { user_id: found.user_id, target: account.email, channel: 'mail' }
  }
  return account.phone_number === null || !account.phone_reaches
    ? nobody
    : { user_id: found.user_id, target: account.phone_number, channel: 'sms' }
}

function findOwnFlow(ctx: Context, tx: Tx, client: Client) {
  return client.resetCookie === null
    ? null
    : findResetFlowForUpdate(tx, hashOf(client.resetCookie)).then((flow) =>
        flow && flow.expires_at > ctx.now() ? flow : null,
      )
}

export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
