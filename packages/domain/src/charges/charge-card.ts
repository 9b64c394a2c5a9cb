import type { Refusal } from '../movements/movement.ts'
import { dayMs } from '../time/tokyo.ts'
import { type ChargedMember, refuseBalance, refuseMinor, refuseRange } from './limits.ts'

/** Everything that a charge by a saved card is decided by. */
export type CardChargeFacts = ChargedMember & {
  /** The month at whose end the card ends, January being 1; null where the member has no such card. */
  card: { exp_year: number; exp_month: number } | null
  /** Suspended, or left. */
  is_stopped: boolean
  /** Moments: this one, and when the member registered. */
  now: string
  registered_at: string
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

/** For so long a member is a new one. */
const newMs = 30 * dayMs

/** Whether the gateway is asked for this much. Nothing moves before it says that it took the money. */
export function chargeCard(facts: CardChargeFacts, amount: number): { code: null } | Refusal<Code> {
  const { card, today } = facts
  if (card === null) return { code: 'NOT_FOUND' }
  if (isOver(card, today)) return { code: 'CARD_EXPIRED' }
  const range = refuseRange(facts, amount)
  if (range) return range
  if (facts.is_stopped) return { code: 'AUTH_SUSPENDED' }
  const minor = refuseMinor(facts, amount)
  if (minor) return minor
  // Stolen cards are tried out with fresh accounts.
  if (isNew(facts) && facts.charged_today + amount > facts.topup_new_day_max)
    return { code: 'TOPUP_LIMIT_DAY', n: facts.topup_new_day_max }
  return refuseBalance(facts, amount) ?? { code: null }
}

/** Cards are good to the last day of their month, in Japan as everywhere. */
function isOver({ exp_year, exp_month }: NonNullable<CardChargeFacts['card']>, today: string): boolean {
  const [year, month] = today.split('-').map(Number) as [number, number, number]
  return year > exp_year || (year === exp_year && month > exp_month)
}

const isNew = ({ now, registered_at }: CardChargeFacts): boolean =>
  Date.parse(registered_at) > Date.parse(now) - newMs
