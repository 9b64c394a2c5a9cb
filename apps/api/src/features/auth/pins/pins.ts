import { randomInt } from 'node:crypto'
import { limits } from '@shirogane/contract/rules/limits'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/sql.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { Problem } from '../../../http/problem.ts'
import { network, type Rule } from '../../../http/rate-limits.ts'
import { caps, countedWith, type Share, smsRules } from './pin-shares.ts'
import {
  countSentForUpdate,
  findNewestPin,
  isProvedNumber,
  recordPin,
  type SentBefore,
  spendTry,
  voidPins,
} from './pin-store.ts'
import { blockOf, findPauseEnd } from '../security/sms-store.ts'

/** What a code is good for. Bound into its hash together with whose it is and where it went. */
export type PinPurpose = string

export type PinErrand = {
  purpose: PinPurpose
  /** A person's id, or the id of one run of an errand. */
  owner: string
  /** The phone in E.164 or the mail address that the code goes to. */
  target: string
}

type Sending = {
  /** Who asks for it. */
  share: Share
  /** From where a text was asked for; null where no text goes out. */
  textedFor: string | null
  /** What would be refused is a code that is sent nowhere, because the refusal would say that the account exists. */
  isSilent?: boolean
}

/**
 * Makes a new code and ends the one before it. The caller sends it from the same transaction. Refuses within a minute
 * of the last one of its share to the same address, and beyond the caps of its share; those are counted under a lock,
 * so that fifty requests at once make one code. Where texts are paused, a number that is not proved waits.
 */
export async function issuePin(
  ctx: Context,
  tx: Tx,
  errand: PinErrand,
  { share, textedFor, isSilent = false }: Sending,
): Promise<{ id: string; pin: string; goes: boolean }> {
  const at = ctx.now()
  const target_names = targetNames(ctx, errand.target)
  const sms = textedFor === null ? null : { block: blockOf(errand.target), network: network(textedFor) }
  const to_proved = sms !== null && (await isProvedNumber(tx, errand.target))
  // Asked in either case: what a request costs does not tell whether a number is a member's.
  const pauseEnd = sms && (await findPauseEnd(tx, sms, at))
  // A number that was only named waits even where it is proved, or the refusal would tell that it is not. Owners use
  // other shares.
  const pausedUntil = to_proved && share !== 'named' ? null : pauseEnd
  const paused =
    pausedUntil &&
    new Problem('PIN_SEND_LIMIT', {
      retryAfterSeconds: secondsUntil(pausedUntil, at),
      reason: 'texts are paused',
    })
  const refusal =
    paused ??
    refusalOf(
      share,
      await countSentForUpdate(tx, target_names, countedWith(share, sms === null || to_proved), at),
      at,
    )
  if (refusal && !isSilent) throw refusal
  const id = uuidv7(at)
  const pin = String(randomInt(1_000_000)).padStart(6, '0')
  // The code that went out a moment ago stays good; where there is none, guesses meet one that nothing fits.
  const isKept = refusal !== null && (await findNewestPin(tx, errand.purpose, errand.owner)) !== null
  if (isKept) return { id, pin, goes: false }
  await voidPins(tx, errand.purpose, [errand.owner], at)
  await recordPin(tx, {
    id,
    purpose: errand.purpose,
    owner: errand.owner,
    target_name: target_names[0]!,
    pin_hash: ctx.keys.pinHash(errand.purpose, errand.owner, errand.target, pin),
    share: refusal ? unsent : share,
    to_proved,
    at,
    expires_at: new Date(at.getTime() + limits.pinTtlSeconds * 1000),
    sms: refusal || sms === null || sms.block === null ? null : { ...sms, block: sms.block },
  })
  return { id, pin, goes: refusal === null }
}

/** Of no share and of no use: nothing fits it. */
const unsent = 'unsent'

const secondsUntil = (end: Date, at: Date): number => Math.ceil((end.getTime() - at.getTime()) / 1000)

function refusalOf(share: Share, sent: SentBefore, at: Date): Problem | null {
  const { perHour, perDay, wrongPerDay } = caps[share]
  const seconds = sent.last_at
    ? secondsUntil(new Date(sent.last_at.getTime() + limits.pinResendSeconds * 1000), at)
    : 0
  if (seconds > 0)
    return new Problem('PIN_RESEND_TOO_SOON', { blanks: { n: seconds }, retryAfterSeconds: seconds })
  if (sent.in_hour >= perHour)
    return new Problem('PIN_SEND_LIMIT', { retryAfterSeconds: 3_600, reason: `an hour’s codes: ${share}` })
  if (sent.in_day >= perDay || sent.wrong >= wrongPerDay)
    return new Problem('PIN_SEND_LIMIT', { retryAfterSeconds: 86_400, reason: `a day’s codes: ${share}` })
  return null
}

export type PinOutcome = { is: 'right' } | { is: 'wrong'; left: number } | { is: 'exhausted' | 'expired' }

/**
 * Tries a code. It answers and does not throw, because a wrong guess has to be committed to count: throw
 * `pinProblem(outcome)` after the transaction.
 */
export async function tryPin(ctx: Context, tx: Tx, errand: PinErrand, pin: string): Promise<PinOutcome> {
  const newest = await findNewestPin(tx, errand.purpose, errand.owner)
  if (!newest) return { is: 'expired' }
  const tried = await spendTry(tx, newest, {
    pin_hashes: ctx.keys.pinHashes(errand.purpose, errand.owner, errand.target, pin),
    target_names: targetNames(ctx, errand.target),
    at: ctx.now(),
    tries_max: limits.pinTries,
    wrong_max: newest.share in caps ? caps[newest.share as Share].wrongPerDay : 0,
  })
  if (tried?.is_right) return { is: 'right' }
  if (tried)
    return tried.tries < limits.pinTries
      ? { is: 'wrong', left: limits.pinTries - tried.tries }
      : { is: 'exhausted' }
  const { tries, used_at } = (await findNewestPin(tx, errand.purpose, errand.owner)) ?? newest
  return { is: tries >= limits.pinTries && !used_at ? 'exhausted' : 'expired' }
}

export function pinProblem(outcome: Exclude<PinOutcome, { is: 'right' }>): Problem {
  if (outcome.is === 'wrong') return new Problem('PIN_INVALID', { blanks: { n: outcome.left } })
  return new Problem(outcome.is === 'exhausted' ? 'PIN_ATTEMPTS_EXCEEDED' : 'PIN_EXPIRED')
}

/**
 * Guesses at one errand and of one network, over all their codes: a million codes must not be tried on many accounts.
 * `from` is null where the account knows who guesses: their neighbours use up nothing of theirs.
 */
export function countGuess(
  ctx: Context,
  errand: Pick<PinErrand, 'purpose' | 'owner'>,
  from: { ip: string; withPassword?: boolean } | null,
): Promise<void> {
  const max = limits.pinGuessesPerHourOfNetwork
  const of = (bucket: string): Rule => ({ bucket, max, windowSeconds: 3_600 })
  return ctx.limits.spend(
    { bucket: `pin:${errand.purpose}:${errand.owner}`, max: limits.pinGuessesPerHour, windowSeconds: 3_600 },
    ...(from ? [of(`pin:${from.withPassword ? 'login:' : ''}ip:${network(from.ip)}`)] : []),
  )
}

type Texting = {
  ip: string
  share: Share
  /** Null at a login: its code goes to a proved number, whose own caps are those of the account. */
  user_id: string | null
  /** Whether they name the number themselves: then the wait between two codes to one number holds nothing back. */
  isNamed?: boolean
}

/**
 * So many for one account, over all the numbers that it names. The code of a registration is not among them: a slip of
 * the finger is put right at once.
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
  const rules = [...ofAccount, ...smsRules(texting.ip, texting.share)]
  const full = await ctx.limits.overflow(...rules)
  try {
    if (full) throw tooManySms(ctx, full, ofAccount.includes(full))
    return await work()
  } catch (error) {
    await ctx.limits.giveBack(...rules)
    throw error
  }
}

function tooManySms(ctx: Context, { bucket, windowSeconds }: Rule, isOfAccount: boolean): Problem {
  const seconds = Math.ceil(windowSeconds - ((ctx.now().getTime() / 1000) % windowSeconds))
  const detail = { retryAfterSeconds: seconds, reason: bucket }
  if (!isOfAccount) return new Problem('RATE_LIMITED', detail)
  return windowSeconds === limits.pinResendSeconds
    ? new Problem('PIN_RESEND_TOO_SOON', { ...detail, blanks: { n: seconds } })
    : new Problem('PIN_SEND_LIMIT', detail)
}

/** What stands for an address, under every key that is given: what is written is the first one. */
export function targetNames(ctx: Pick<Context, 'keys'>, target: string): string[] {
  return ctx.keys.namesOf('pin target', target.toLowerCase())
}
