import type { Refusal } from '../movements/movement.ts'
import { type ChargedMember, refuseBalance, refuseMinor, refuseRange } from './limits.ts'

/** Everything that a charge by a saved card is decided by. */
export type CardChargeFacts = ChargedMember & {
  /** The first day on which the card is no longer good; null where the member has no such card. */
  card_ends_on: string | null
  /** Suspended, or left. */
  is_stopped: boolean
  /** Registered within the last thirty days. */
  is_new: boolean
  /** Charges by card of today that did not fail, and what a new member may charge in a day. */
  charged_today: number
  topup_new_day_max: number
}

type Code =
  | 'NOT_FOUND'
  | 'CARD_EXPIRED'
  | 'AUTH_SUSPENDED'
  | 'TOPUP_RANGE'
  | 'TOPUP_MINOR_LIMIT'
  | 'TOPUP_LIMIT_DAY'
  | 'BALANCE_LIMIT'

/** Whether the gateway is asked for this much. Nothing moves before it says that it took the money. */
export function chargeCard(facts: CardChargeFacts, amount: number): { code: null } | Refusal<Code> {
  if (facts.card_ends_on === null) return { code: 'NOT_FOUND' }
  if (facts.card_ends_on <= facts.today) return { code: 'CARD_EXPIRED' }
  const range = refuseRange(facts, amount)
  if (range) return range
  if (facts.is_stopped) return { code: 'AUTH_SUSPENDED' }
  const minor = refuseMinor(facts, amount)
  if (minor) return minor
  // Stolen cards are tried out with fresh accounts.
  if (facts.is_new && facts.charged_today + amount > facts.topup_new_day_max)
    return { code: 'TOPUP_LIMIT_DAY', n: facts.topup_new_day_max }
  return refuseBalance(facts, amount) ?? { code: null }
}
