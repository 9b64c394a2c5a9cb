import { limits } from '@shirogane/contract/rules/limits'

const second = 1_000
const hour = 3_600 * second
const day = 24 * hour

/** Two tabs that wake together, and a double click, may both rotate: within this the generation stays. */
const debounceMs = 60 * second
/** For this long after it was superseded a generation still leads to the newest: answers overtake each other. */
const overlapMs = 30 * second
/** So long may a phone sleep in a tunnel and still come back with a generation whose answer it never got. */
const lostAnswerMs = 24 * hour
const idleMs = limits.refreshCookieDays * day
const supersededMax = 10

export type Family = {
  readonly generation: number
  readonly rotated_at: Date
  readonly acknowledged: boolean
  readonly superseded: readonly { generation: number; at: string }[]
  readonly last_used_at: Date
  readonly absolute_expires_at: Date
  readonly revoked_at: Date | null
}

/**
 * What to do with a refresh secret of generation k.
 * - `rotate`: k is the newest; the next generation begins.
 * - `stay`: k is the newest and came up just now; the same value once more.
 * - `catch_up`: k was superseded moments ago, or the answer that superseded it was never seen: the newest is handed
 *   out (`recovered` says which, for the log).
 * - `reuse`: a copy is in other hands. The family ends.
 */
export type Verdict =
  | { act: 'revoked' | 'expired' | 'reuse' | 'rotate' | 'stay' }
  | { act: 'catch_up'; recovered: boolean }

export function judgeRefresh(family: Family, generation: number, at: Date): Verdict {
  if (family.revoked_at) return { act: 'revoked' }
  const now = at.getTime()
  if (now >= family.absolute_expires_at.getTime() || now - family.last_used_at.getTime() > idleMs)
    return { act: 'expired' }
  if (generation === family.generation) {
    // The first generation was never rotated: there is no race to sit out.
    return { act: now - family.rotated_at.getTime() < debounceMs && generation > 1 ? 'stay' : 'rotate' }
  }
  if (generation > family.generation || generation < 1) return { act: 'reuse' }
  const entry = family.superseded.find((one) => one.generation === generation)
  const age = entry ? now - Date.parse(entry.at) : Infinity
  if (age <= overlapMs) return { act: 'catch_up', recovered: false }
  if (generation === family.generation - 1 && !family.acknowledged && age <= lostAnswerMs) {
    return { act: 'catch_up', recovered: true }
  }
  return { act: 'reuse' }
}

/** The list after a generation was superseded, or after its window begins anew. */
export function supersede(list: Family['superseded'], generation: number, at: Date) {
  return [...list.filter((one) => one.generation !== generation), { generation, at: at.toISOString() }].slice(
    -supersededMax,
  )
}

export function absoluteEnd(userType: 'customer' | 'employee', at: Date): Date {
  const ms = userType === 'employee' ? limits.staffSessionHours * hour : limits.sessionAbsoluteDays * day
  return new Date(at.getTime() + ms)
}

/** The cookie lives for the idle time, and never longer than the session. */
export function cookieSeconds(absoluteExpiresAt: Date, at: Date): number {
  const left = Math.ceil((absoluteExpiresAt.getTime() - at.getTime()) / second)
  return Math.max(0, Math.min(limits.refreshCookieDays * 86_400, left))
}

export type CredentialKind = 'username' | 'email' | 'phone_number' | 'employee_number'

/** What a person typed as their login, in the spelling of the database. */
export function readCredential(text: string): { kind: CredentialKind; value: string } {
  const typed = text.normalize('NFKC').trim()
  if (/^e\d{4}$/i.test(typed)) return { kind: 'employee_number', value: typed.toUpperCase() }
  if (typed.includes('@')) return { kind: 'email', value: typed.toLowerCase() }
  const digits = typed.replace(/[\s()‐‑‒–—―−－ー-]/g, '')
  if (/^\+\d{8,15}$/.test(digits)) return { kind: 'phone_number', value: digits.replace(/^\+810/, '+81') }
  if (/^0\d{9,10}$/.test(digits)) return { kind: 'phone_number', value: `+81${digits.slice(1)}` }
  return { kind: 'username', value: typed.toLowerCase() }
}
