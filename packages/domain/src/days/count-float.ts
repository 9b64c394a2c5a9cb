import type { Movement } from '../movements/movement.ts'
import { areCountsEqual, type CashCounts, countCash } from './count-cash.ts'
import { moveDrawer } from './move-drawer.ts'

/** Everything that the count of a float is decided by. */
export type FloatFacts = {
  /** The day that it is counted for. */
  date: string
  is_begun: boolean
  /** It is not closed. */
  is_open: boolean
  /** A later day has its float already. */
  has_later_float: boolean
  /** The first day before it that is worked on and not closed. */
  earlier_open_day: string | null
  /** How it was counted before. */
  last: { counts: CashCounts; counted: number } | null
  /** What the last close left in the drawer; null before the first one. */
  carried: number | null
  /** What went through the drawer up to the day before; null where a count or a close says what was in it. */
  drawer: number | null
}

export type FloatWish = {
  transaction_id: string
  actor_id: string
  store_id: string
  counts: CashCounts
}

type Code = 'VALIDATION_ERROR' | 'CLOSE_TOO_EARLY' | 'REGISTER_CLOSED' | 'CLOSE_ORDER'

/** `on_date`: the day of the float, or the one that is in its way. `float` is null where it was counted so before. */
type FloatDecision = { on_date: string } & (
  | { code: Code }
  | {
      code: null
      counted: number
      float: { counted: number; carried: number | null } | null
      movements: Movement[]
    }
)

/**
 * The float of a day, as it was counted. What it differs from what the last close left is over or short; the first float
 * of a shop comes from the office, and what its drawers took in before goes there. The same count again is the same float;
 * another one stands in its place.
 */
export function countFloat(facts: FloatFacts, wish: FloatWish): FloatDecision {
  const { date, last, carried } = facts
  const counted = countCash(wish.counts)
  if (counted === null) return { code: 'VALIDATION_ERROR', on_date: date }
  if (!facts.is_begun) return { code: 'CLOSE_TOO_EARLY', on_date: date }
  // A day that went by without a count has it while it is open: what is closed, or was the beginning of another, stays.
  if (!facts.is_open || facts.has_later_float) return { code: 'REGISTER_CLOSED', on_date: date }
  // What a day begins with is what the one before it left, so that one is closed first.
  if (facts.earlier_open_day !== null) return { code: 'CLOSE_ORDER', on_date: facts.earlier_open_day }
  if (last !== null && areCountsEqual(last.counts, wish.counts))
    return { code: null, on_date: date, counted, float: null, movements: [] }
  const more = counted - (last?.counted ?? carried ?? facts.drawer ?? 0)
  return {
    code: null,
    on_date: date,
    counted,
    float: { counted, carried },
    movements: moveDrawer(
      {
        id: wish.transaction_id,
        step: 'float',
        store_id: wish.store_id,
        employee_id: wish.actor_id,
        business_date: date,
      },
      carried === null ? { cash_office: more } : { over_short: more },
    ),
  }
}
