import { endOfDayAfter, tokyoDate } from '../time/tokyo.ts'
import type { LotPoints, RefundFacts } from './facts.ts'

export type LotChange = { lot: string; change: number }

/** Points that come back, by their end; `renewed` where the old end has passed. */
export type ReturnedPoints = { points: number; expires_on: string | null; renewed: boolean }

export type PointsReturned = {
  regular: number
  /** Limited points that come back, those of a new lot among them. */
  limited: number
  /** Of them, what comes as a new lot, because the old end has passed; it ends at `renewed_until`. */
  renewed: number
  renewed_until: string
  /** What does not come back: its end has passed and no days are given for it, or the member has left. */
  lapsed: number
  /** From which lots of the sale the points are, for the next refund to read. */
  lots: LotPoints[]
  changes: LotChange[]
  returned: ReturnedPoints[]
}

/**
 * Points go back in the reverse order of their use: regular ones were used last and come back first, then the lots
 * with the latest end. Each returns to its own lot with its own end; where that has passed it becomes a new lot for
 * the days that the brand gives, and lapses where it gives none.
 */
export function returnPoints(facts: RefundFacts, points: number): PointsReturned {
  const { sale, earlier, lots, today, wallet, left, expired_points_days: days } = facts
  const result: PointsReturned = {
    regular: 0,
    limited: 0,
    renewed: 0,
    renewed_until: endOfDayAfter(today, days),
    lapsed: 0,
    lots: [],
    changes: [],
    returned: [],
  }
  const renewOrLapse = (part: number): void => {
    if (left === null && days > 0) result.renewed += part
    else result.lapsed += part
  }

  const limitedBefore = earlier.lots.reduce((sum, use) => sum + use.points, 0)
  const regular = Math.min(points, sale.points_regular - (earlier.points - limitedBefore))
  if (left === null && hasRegularPoints(wallet, today)) result.regular = regular
  else renewOrLapse(regular)
  if (result.regular > 0)
    result.returned.push({
      points: result.regular,
      renewed: false,
      expires_on: wallet?.point_regular_expires_on ?? null,
    })

  let rest = points - regular
  for (const use of sale.lots.toReversed()) {
    const lot = lots.find(({ id }) => id === use.lot)
    if (!lot) continue
    const before = earlier.lots.reduce((sum, one) => (one.lot === lot.id ? sum + one.points : sum), 0)
    const part = Math.min(rest, use.points - before)
    if (part <= 0) continue
    rest -= part
    result.lots.push({ lot: lot.id, points: part })
    if (left !== null || lot.ended) {
      renewOrLapse(part)
      continue
    }
    result.limited += part
    result.changes.push({ lot: lot.id, change: part })
    result.returned.push({ points: part, renewed: false, expires_on: tokyoDate(new Date(lot.expires_at)) })
  }
  // Sales from before lots were written down: their limited points come back as if their lots had ended.
  if (rest > 0) {
    result.lots.push({ lot: null, points: rest })
    renewOrLapse(rest)
  }
  if (result.renewed > 0) {
    result.limited += result.renewed
    result.returned.push({
      points: result.renewed,
      renewed: true,
      expires_on: tokyoDate(new Date(result.renewed_until)),
    })
  }
  return result
}

/** Regular points of a member end together, on a day that each purchase moves on; without a day they never end. */
export function hasRegularPoints(wallet: RefundFacts['wallet'], today: string): boolean {
  return (wallet?.point_regular_expires_on ?? today) >= today
}
