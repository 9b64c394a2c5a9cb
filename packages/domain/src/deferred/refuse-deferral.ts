import { adultAge, ageOn } from '../people/age.ts'
import { isOverdue } from './overdue.ts'

/** Who wants to pay on one later day. Yen; dates of Japan. */
export type DeferralFacts = {
  today: string
  verified: boolean
  kyc_status: string
  date_of_birth: string | null
  /** Suspended, or left. */
  is_stopped: boolean
  /** What they may owe over all shops, and what they owe. Zero: nothing may be deferred. */
  deferred_limit: number
  receivable: number
  /** The day on which the oldest debt that is not paid was to be paid; null where there is none. */
  oldest_due: string | null
}

export type DeferralRefusal =
  | { code: 'LATER_UNAVAILABLE' }
  | { code: 'DEFERRED_OVERDUE' }
  | { code: 'DEFERRED_LIMIT'; n: number }

/**
 * Why so many yen may not be paid later; null where they may. A late payer defers once more where a second person
 * lets it pass. `n` of `DEFERRED_LIMIT` is the limit in yen. Flows 5.6.
 */
export function refuseDeferral(
  facts: DeferralFacts,
  amount: number,
  isOverridden: boolean,
): DeferralRefusal | null {
  const { today, date_of_birth, deferred_limit } = facts
  const isMember = facts.verified && facts.kyc_status === 'approved' && !facts.is_stopped
  if (!isMember || deferred_limit === 0 || date_of_birth === null || ageOn(date_of_birth, today) < adultAge) {
    return { code: 'LATER_UNAVAILABLE' }
  }
  if (isLate(facts) && !isOverridden) return { code: 'DEFERRED_OVERDUE' }
  return facts.receivable + amount > deferred_limit ? { code: 'DEFERRED_LIMIT', n: deferred_limit } : null
}

/** Something that they owe is overdue. */
export function isLate({ oldest_due, today }: Pick<DeferralFacts, 'oldest_due' | 'today'>): boolean {
  return oldest_due !== null && isOverdue(oldest_due, today)
}
