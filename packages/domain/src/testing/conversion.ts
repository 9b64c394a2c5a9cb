import type { Movement } from '../movements/movement.ts'
import { type ConversionFacts, convertPoints } from '../points/convert-points.ts'

export const until = { early: '2026-12-31T14:59:59Z', late: '2027-01-31T14:59:59Z' }

export function factsOf(change: Partial<ConversionFacts> = {}): ConversionFacts {
  return {
    enabled: true,
    unit: 100,
    yen_per_unit: 100,
    step_up_over: 10_000,
    balance_max: 100_000,
    is_stopped: false,
    point_debt: 0,
    balance: 0,
    pending: 0,
    converted_today: 0,
    home_store: 'home',
    point_limited: 350,
    point_regular: 500,
    point_regular_expires_on: '2027-11-21',
    lots: [
      { id: 'early', remaining: 200, expires_at: until.early },
      { id: 'late', remaining: 150, expires_at: until.late },
    ],
    ...change,
  }
}
export const wish = (points: number, is_proven = false) => ({
  transaction_id: 'exchange',
  customer_id: 'member',
  points,
  is_proven,
})
/** The movement of an exchange that is not refused. */
export function exchange(facts: ConversionFacts, points: number): Movement {
  const decision = convertPoints(facts, wish(points))
  if (decision.code !== null) throw new Error(decision.code)
  return decision.movements[0]!
}
