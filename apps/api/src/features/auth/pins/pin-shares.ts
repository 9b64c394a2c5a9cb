import { limits } from '@shirogane/contract/rules/limits'
import type { Context } from '../../../context.ts'
import type { Client } from '../../../http/operation.ts'
import { network, type Rule } from '../../../http/rate-limits.ts'
import { findPlaces } from '../security/security-store.ts'
import { readDevice } from '../sessions/sign-in.ts'

/**
 * How an account knows a caller who is not signed in. A browser is known by a secret cookie, a network only by its
 * address.
 */
export type Asker = 'browser' | 'network' | 'stranger'

/**
 * Whose codes these are: one address receives so many of each share, and no share touches another. `named` goes to an
 * address that a signed-in person has named and not proved yet; a login's code is asked for by a person who has the
 * password.
 */
export type Share = 'signed_in' | 'named' | `reset_${Asker}` | `login_${Exclude<Asker, 'browser'>}`

type Caps = {
  perHour: number
  perDay: number
  /** Wrong guesses at all the codes of this share together. */
  wrongPerDay: number
}

const { pinsPerHour, pinsPerDay, resetPinsPerHour, strangersPinsPerDay } = limits

/** Of one proved address, the wrong guesses of a day add up to fifty: ten codes of five, as if there were one share. */
export const caps: Readonly<Record<Share, Caps>> = {
  signed_in: { perHour: pinsPerHour, perDay: pinsPerDay, wrongPerDay: 10 },
  reset_browser: { perHour: resetPinsPerHour, perDay: pinsPerDay, wrongPerDay: 10 },
  reset_network: { perHour: resetPinsPerHour, perDay: strangersPinsPerDay, wrongPerDay: 5 },
  reset_stranger: { perHour: resetPinsPerHour, perDay: strangersPinsPerDay, wrongPerDay: 5 },
  login_network: { perHour: pinsPerHour, perDay: pinsPerDay, wrongPerDay: 10 },
  login_stranger: { perHour: pinsPerHour, perDay: pinsPerDay, wrongPerDay: 10 },
  // These open no account that has been proved. The number belongs to no account yet.
  named: { perHour: pinsPerHour, perDay: pinsPerDay, wrongPerDay: pinsPerDay * limits.pinTries },
}

/**
 * What counts along: a number that has only just been named is not written to more often by a forgotten password. One
 * that has been proved is: another person who names it uses up nothing of its owner's.
 */
export const countedWith = (share: Share, isProved: boolean): readonly Share[] =>
  share.startsWith('reset_') && !isProved ? [share, 'named'] : [share]

/** The id of no account: for an unknown name the places are looked up at the same cost. */
const nobody = '00000000-0000-0000-0000-000000000000'

export async function whoAsks(ctx: Context, userId: string | null, client: Client): Promise<Asker> {
  const since = new Date(ctx.now().getTime() - limits.knownNetworkDays * 86_400_000)
  const places = await findPlaces(ctx.db, userId ?? nobody, readDevice(client) ?? '', since)
  if (places.here) return 'browser'
  const from = network(client.ip)
  return places.ips.some((ip) => network(ip) === from) ? 'network' : 'stranger'
}

/**
 * SMS cost money and annoy: so many a day from one network, and so many for all of us. Those of an owner and of a login
 * have sums of their own, which a person who knows only a name does not reach.
 */
export function smsRules(ip: string, share: Share): Rule[] {
  const day = 86_400
  const from = network(ip)
  const max = limits.smsPerDayOfNetwork
  if (share === 'signed_in' || share === 'reset_browser')
    return [{ bucket: 'sms:own:all', max: limits.smsPerDay, windowSeconds: day }]
  if (share === 'login_network' || share === 'login_stranger')
    return [
      { bucket: `sms:login:ip:${from}`, max, windowSeconds: day },
      { bucket: 'sms:login:all', max: limits.smsPerDay, windowSeconds: day },
    ]
  return [
    { bucket: `sms:ip:${from}`, max, windowSeconds: day },
    { bucket: 'sms:all', max: limits.smsPerDay, windowSeconds: day },
  ]
}
