import { hasRight, type Person } from './people.ts'

/** A colleague whom another one let in, and who looks at them. */
export type VouchFacts = {
  by: Person
  colleague: {
    id: string
    /** Not dismissed. */
    is_active: boolean
    /** Their role. */
    type: string
    store_id: string | null
    /** When they were let in, an instant; null where there is none to vouch for. */
    let_in_at: string | null
  }
  /** The two share no hand. */
  are_independent: boolean
}

export type VouchRefusal = 'CONFLICT' | 'STAFF_VOUCH'

/**
 * Whether this person may say that a colleague is a person of their own: an owner, and of register staff their manager,
 * who shares no hand with them. Register staff approve nothing, but they ask, and one hand that holds both would agree
 * with itself.
 */
export function mayVouch({ by, colleague, are_independent }: VouchFacts): boolean {
  if (!by.is_active || !colleague.is_active || colleague.let_in_at === null || !are_independent) return false
  if (by.id === colleague.id) return false
  if (hasRight(by, 'shops.act')) return true
  const isTheirs = by.store_id !== null && by.store_id === colleague.store_id
  return colleague.type === 'register' && hasRight(by, 'staff') && isTheirs
}

/**
 * Vouches for what was looked at: a colleague who was let in anew meanwhile is looked at anew.
 *
 * @param seen when the colleague was let in, as the one who vouches was shown it: an instant
 */
export function vouchFor(facts: VouchFacts, { seen }: { seen: string }): { code: VouchRefusal | null } {
  const { let_in_at } = facts.colleague
  if (let_in_at === null || Date.parse(let_in_at) !== Date.parse(seen)) return { code: 'CONFLICT' }
  return { code: mayVouch(facts) ? null : 'STAFF_VOUCH' }
}
