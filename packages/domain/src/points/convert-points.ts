import { timesOver } from '../money/divide.ts'
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
}

/** Given balance that ends when the points would have that it was made of. */
type BonusPart = { yen: number; until: string | null }

export type ConversionPlan = {
  yen: number
  /** Basis points of a yen for a point, cut off. */
  rate_bp: number
  used: TakenPoints
  bonus: BonusPart[]
}

/** Why nothing is exchanged. `again`: asked with what is missing it is the same act, and its key stays free. */
type Refusal = {
  code:
    | 'CONVERT_UNAVAILABLE'
    | 'CONVERT_UNIT'
    | 'AUTH_SUSPENDED'
    | 'CONVERT_DEBT'
    | 'INSUFFICIENT_POINT'
    | 'CONVERT_BALANCE_LIMIT'
    | 'STEP_UP_REQUIRED'
  n?: number
  again?: true
}

/**
 * Exchanges points for given balance, for good. Points go in the order in which they end, and what they become ends
 * when they would have ended: an exchange prolongs nothing.
 *
 * @param wish so many points; `is_proven` where the member has just shown who they are
 */
export function convertPoints(
  facts: ConversionFacts,
  wish: { points: number; is_proven: boolean },
): ({ code: null } & ConversionPlan) | Refusal {
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
    yen,
    rate_bp: Math.floor((yen_per_unit * 10_000) / unit),
    used,
    bonus: bonusOf(used, points, yen),
  }
}

/** Each end's part of the yen, counted on the running sum, so that the parts are the whole where the rate leaves a fraction. */
function bonusOf({ lots, regular, regular_until }: TakenPoints, points: number, yen: number): BonusPart[] {
  const byEnd = new Map<string | null, number>()
  for (const lot of lots) byEnd.set(lot.until, (byEnd.get(lot.until) ?? 0) + lot.points)
  const parts = [...byEnd].map(([until, part]) => ({ until, part }))
  if (regular > 0) parts.push({ until: regular_until, part: regular })
  let upTo = 0
  return parts
    .map(({ until, part }) => {
      const before = timesOver(upTo, yen, points)
      upTo += part
      return { yen: timesOver(upTo, yen, points) - before, until }
    })
    .filter((part) => part.yen > 0)
}
