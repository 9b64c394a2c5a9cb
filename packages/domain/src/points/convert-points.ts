import { timesOver } from '../money/divide.ts'
import type { Decision, NewLot } from '../movements/movement.ts'
import { transfersOf } from '../movements/transfer.ts'
import { type HeldPoints, type TakenPoints, takePoints } from './take-points.ts'

/** Everything that an exchange of points for given balance is decided by. Points and yen. */
export type ConversionFacts = HeldPoints & {
  enabled: boolean
  /** Points are exchanged in whole units, each for so many yen. */
  unit: number
  yen_per_unit: number
  /** Beyond so many points a day the member shows anew who they are. */
  step_up_over: number
  balance_max: number
  /** Suspended, or left. */
  is_stopped: boolean
  point_debt: number
  balance: number
  /** Card charges that the gateway has not answered yet. */
  pending: number
  /** Points that were exchanged today. */
  converted_today: number
  /** The shop that bears it. */
  home_store: string
}

export type ConversionWish = {
  transaction_id: string
  customer_id: string
  points: number
  /** The member has just shown who they are. */
  is_proven: boolean
}

type Code =
  | 'CONVERT_UNAVAILABLE'
  | 'CONVERT_UNIT'
  | 'AUTH_SUSPENDED'
  | 'CONVERT_DEBT'
  | 'INSUFFICIENT_POINT'
  | 'CONVERT_BALANCE_LIMIT'
  | 'STEP_UP_REQUIRED'

/**
 * Exchanges points for given balance, for good. Points go in the order in which they end, and what they become ends
 * when they would have ended: an exchange prolongs nothing. It is a use of points, so regular ones that stay live on.
 */
export function convertPoints(facts: ConversionFacts, wish: ConversionWish): Decision<Code> {
  const { points, is_proven } = wish
  const { unit, yen_per_unit } = facts
  const yen = Math.trunc(points / unit) * yen_per_unit
  if (!facts.enabled) return { code: 'CONVERT_UNAVAILABLE' }
  if (points < unit || points % unit !== 0) return { code: 'CONVERT_UNIT', n: unit }
  if (facts.is_stopped) return { code: 'AUTH_SUSPENDED' }
  if (facts.point_debt > 0) return { code: 'CONVERT_DEBT', n: facts.point_debt }
  if (points > facts.point_limited + facts.point_regular) return { code: 'INSUFFICIENT_POINT' }
  if (facts.balance + facts.pending + yen > facts.balance_max)
    return { code: 'CONVERT_BALANCE_LIMIT', n: facts.balance_max }
  if (!is_proven && facts.converted_today + points > facts.step_up_over)
    return { code: 'STEP_UP_REQUIRED', again: true }
  const used = takePoints(facts, points)
  return {
    code: null,
    movements: [
      {
        id: wish.transaction_id,
        kind: 'convert',
        customer_id: wish.customer_id,
        store_id: facts.home_store,
        // Cut off.
        rate_bp: Math.floor((yen_per_unit * 10_000) / unit),
        renews: true,
        transfers: transfersOf([
          ['convert_points', 'point_limited', 'points_converted', used.limited],
          ['convert_points', 'point_regular', 'points_converted', used.regular],
          ['convert_balance', 'bonus_cost', 'balance_bonus', yen],
        ]),
        point_lots: used.lots.map(({ lot, points: part }) => ({ lot, change: -part })),
        new_bonus_lots: bonusOf(used, points, yen),
      },
    ],
  }
}

/** Each end's part of the yen, counted on the running sum, so that the parts are the whole where the rate leaves a fraction. */
function bonusOf({ lots, regular, regular_until }: TakenPoints, points: number, yen: number): NewLot[] {
  const byEnd = new Map<string | null, number>()
  for (const lot of lots) byEnd.set(lot.until, (byEnd.get(lot.until) ?? 0) + lot.points)
  const parts = [...byEnd].map(([until, part]) => ({ until, part }))
  if (regular > 0) parts.push({ until: regular_until, part: regular })
  let upTo = 0
  return parts
    .map(({ until, part }) => {
      const before = timesOver(upTo, yen, points)
      upTo += part
      return { amount: timesOver(upTo, yen, points) - before, until }
    })
    .filter(({ amount }) => amount > 0)
}
