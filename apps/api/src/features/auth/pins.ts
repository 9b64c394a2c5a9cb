import { randomInt } from 'node:crypto'
import { limits } from '@shirogane/contract/limits'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { Problem } from '../../http/problem.ts'
import { network, type Rule } from '../../http/rate-limits.ts'
import { countSentForUpdate, findNewestPin, recordPin, spendTry, voidPins } from './pin-store.ts'
import { blockOf, findPauseEnd } from './sms-store.ts'

/** What a code is good for. Bound into its hash together with whose it is and where it went. */
export type PinPurpose = string

export type PinErrand = {
  purpose: PinPurpose
  /** A person's id, or the id of one run of an errand. */
  owner: string
  /** The phone in E.164 or the mail address that the code goes to. */
  target: string
}

type Caps = { perHour: number; perDay: number }
const usualCaps: Caps = { perHour: limits.pinsPerHour, perDay: limits.pinsPerDay }

type Sending = {
  /** From where a text was asked for; null where no text goes out. */
  textedFor: string | null
  caps?: Caps
  /** During a pause a code is made that is sent nowhere, instead of a refusal that would say that somebody is there. */
  isSilent?: boolean
}

/**
 * Makes a new code and ends the one before it. The caller sends it from the same transaction. Refuses within a minute
 * of the last one to the same address, and beyond the caps of an hour and a day; those are counted under a lock, so that
 * fifty requests at once make one code. Where texts are paused, `goes` is false or it refuses.
 */
export async function issuePin(
  ctx: Context,
  tx: Tx,
  errand: PinErrand,
  { textedFor, caps = usualCaps, isSilent = false }: Sending,
): Promise<{ id: string; pin: string; goes: boolean }> {
  const at = ctx.now()
  const sms = textedFor === null ? null : { block: blockOf(errand.target), network: network(textedFor) }
  const pausedUntil = sms && (await findPauseEnd(tx, sms, at))
  if (pausedUntil && !isSilent) {
    const seconds = Math.ceil((pausedUntil.getTime() - at.getTime()) / 1000)
    throw new Problem('PIN_SEND_LIMIT', { retryAfterSeconds: seconds, reason: 'texts are paused' })
  }
  const target_name = targetName(ctx, errand.target)
  const { last_at, in_hour, in_day } = await countSentForUpdate(tx, target_name, at)
  const wait = last_at ? last_at.getTime() + limits.pinResendSeconds * 1000 - at.getTime() : 0
  if (wait > 0) {
    const seconds = Math.ceil(wait / 1000)
    throw new Problem('PIN_RESEND_TOO_SOON', { blanks: { n: seconds }, retryAfterSeconds: seconds })
  }
  if (in_hour >= caps.perHour)
    throw new Problem('PIN_SEND_LIMIT', { retryAfterSeconds: 3_600, reason: 'an hour’s codes' })
  if (in_day >= caps.perDay)
    throw new Problem('PIN_SEND_LIMIT', { retryAfterSeconds: 86_400, reason: 'a day’s codes' })
  const pin = String(randomInt(1_000_000)).padStart(6, '0')
  await voidPins(tx, errand.purpose, [errand.owner], at)
  const id = uuidv7(at)
  await recordPin(tx, {
    id,
    purpose: errand.purpose,
    owner: errand.owner,
    target_name,
    pin_hash: ctx.keys.pinHash(errand.purpose, errand.owner, errand.target, pin),
    at,
    expires_at: new Date(at.getTime() + limits.pinTtlSeconds * 1000),
    sms: sms === null || sms.block === null || pausedUntil ? null : { ...sms, block: sms.block },
  })
  return { id, pin, goes: !pausedUntil }
}

export type PinOutcome = { is: 'right' } | { is: 'wrong'; left: number } | { is: 'exhausted' | 'expired' }

/**
 * Tries a code. It answers and does not throw, because a wrong guess has to be committed to count: throw
 * `pinProblem(outcome)` after the transaction.
 */
export async function tryPin(ctx: Context, tx: Tx, errand: PinErrand, pin: string): Promise<PinOutcome> {
  const guess = {
    purpose: errand.purpose,
    owner: errand.owner,
    pin_hash: ctx.keys.pinHash(errand.purpose, errand.owner, errand.target, pin),
    at: ctx.now(),
    tries_max: limits.pinTries,
  }
  const tried = await spendTry(tx, guess)
  if (tried?.is_right) return { is: 'right' }
  if (tried)
    return tried.tries < limits.pinTries
      ? { is: 'wrong', left: limits.pinTries - tried.tries }
      : { is: 'exhausted' }
  const newest = await findNewestPin(tx, errand.purpose, errand.owner)
  return { is: newest && newest.tries >= limits.pinTries && !newest.used_at ? 'exhausted' : 'expired' }
}

export function pinProblem(outcome: Exclude<PinOutcome, { is: 'right' }>): Problem {
  if (outcome.is === 'wrong') return new Problem('PIN_INVALID', { blanks: { n: outcome.left } })
  return new Problem(outcome.is === 'exhausted' ? 'PIN_ATTEMPTS_EXCEEDED' : 'PIN_EXPIRED')
}

/** Guesses of one person and of one network, over all their codes: a million codes must not be tried on many accounts. */
export function countGuess(
  ctx: Context,
  errand: Pick<PinErrand, 'purpose' | 'owner'>,
  ip: string,
): Promise<void> {
  return ctx.limits.spend(
    { bucket: `pin:${errand.purpose}:${errand.owner}`, max: limits.pinGuessesPerHour, windowSeconds: 3_600 },
    { bucket: `pin:ip:${network(ip)}`, max: limits.pinGuessesPerHourOfNetwork, windowSeconds: 3_600 },
  )
}

/** SMS cost money and annoy: so many a day from one network, and so many for all of us. */
export function smsRules(ip: string): Rule[] {
  return [
    { bucket: `sms:ip:${network(ip)}`, max: limits.smsPerDayOfNetwork, windowSeconds: 86_400 },
    { bucket: 'sms:all', max: limits.smsPerDay, windowSeconds: 86_400 },
  ]
}

type Texting = {
  ip: string
  /** Null at a login: its code goes to a proved number, whose own caps are those of the account. */
  user_id: string | null
  /** Whether they name the number themselves: then the wait between two codes to one number holds nothing back. */
  isNamed?: boolean
}

/**
 * So many for one account, whatever numbers it names. The code of a registration is not among them: a slip of the finger
 * is put right at once.
 */
function accountRules({ user_id, isNamed }: Texting): Rule[] {
  if (user_id === null) return []
  return [
    { bucket: `sms:hour:${user_id}`, max: limits.pinsPerHour, windowSeconds: 3_600 },
    { bucket: `sms:day:${user_id}`, max: limits.pinsPerDay, windowSeconds: 86_400 },
    ...(isNamed ? [{ bucket: `sms:named:${user_id}`, max: 1, windowSeconds: limits.pinResendSeconds }] : []),
  ]
}

/** Does what leaves an SMS behind, within the caps of the account and of the day; what was refused has cost nothing. */
export async function withinSmsCaps<T>(ctx: Context, texting: Texting, work: () => Promise<T>): Promise<T> {
  const ofAccount = accountRules(texting)
  const rules = [...ofAccount, ...smsRules(texting.ip)]
  const full = await ctx.limits.overflow(...rules)
  try {
    if (full) throw tooManyTexts(ctx, full, ofAccount.includes(full))
    return await work()
  } catch (error) {
    await ctx.limits.giveBack(...rules)
    throw error
  }
}

function tooManyTexts(ctx: Context, { bucket, windowSeconds }: Rule, isOfAccount: boolean): Problem {
  const seconds = Math.ceil(windowSeconds - ((ctx.now().getTime() / 1000) % windowSeconds))
  const detail = { retryAfterSeconds: seconds, reason: bucket }
  if (!isOfAccount) return new Problem('RATE_LIMITED', detail)
  return windowSeconds === limits.pinResendSeconds
    ? new Problem('PIN_RESEND_TOO_SOON', { ...detail, blanks: { n: seconds } })
    : new Problem('PIN_SEND_LIMIT', detail)
}

export function targetName(ctx: Pick<Context, 'keys'>, target: string): string {
  return ctx.keys.nameOf('pin target', target.toLowerCase())
}
