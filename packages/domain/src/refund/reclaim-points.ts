import { timesOver } from '../money/divide.ts'
import type { RefundFacts } from './facts.ts'
import { hasRegularPoints, type LotChange, type PointsReturned } from './return-points.ts'

export type PointsReclaimed = {
  /** Points that the sale had earned and that go again: out of those the member has, out of the money, or owed. */
  reclaimed: number
  taken_regular: number
  taken_limited: number
  /** Of the new lot of returned points, what is taken at once. */
  renewed_taken: number
  changes: LotChange[]
  /** What points do not cover. */
  due: number
}

/** What comes back of a sale now: all of it, and of that what the customer had paid in money. */
type Back = { total: number; money: number }

/**
 * Points that the sale earned are taken back as the share of everything that was refunded so far, cut off, less what
 * was taken before: rounding never adds up, and the last refund takes the last point. They leave the lots that the
 * sale brought, then regular points, then other lots by their ends; points that come back with the same refund count
 * among them.
 */
export function reclaimPoints(facts: RefundFacts, back: Back, returned: PointsReturned): PointsReclaimed {
  const none = { taken_regular: 0, taken_limited: 0, renewed_taken: 0, changes: [] }
  if (facts.sale.customer_id === null) return { ...none, reclaimed: 0, due: 0 }
  const reclaimed = earnedShare(facts, back)
  if (facts.left !== null) {
    // Who left has no points. What they gave up, and what has no wallet to come back to, stands for what would be taken; what
    // they had spent before is missing, and no more of it than money covers.
    const due = Math.min(back.money, Math.max(0, reclaimed - returned.lapsed - givenUp(facts.left)))
    return { ...none, reclaimed: due, due }
  }
  return { reclaimed, ...take(facts, reclaimed, returned) }
}

function earnedShare({ sale, debt, earlier }: RefundFacts, back: Back): number {
  const earned = sale.earned + (debt?.points ?? 0)
  const paid =
    sale.spent_total - sale.points_regular - sale.points_limited - sale.later + (debt?.collected ?? 0)
  const share =
    paid > 0
      ? timesOver(earned, earlier.base + back.money, paid)
      : timesOver(earned, sale.refunded_total + back.total, sale.spent_total)
  return Math.max(0, share - sale.points_reclaimed)
}

/**
 * Points that a customer gave up by leaving and by returns since, less those that stood for what was to be taken back
 * with their other sales.
 */
function givenUp({ forfeited, lapsed, sales }: NonNullable<RefundFacts['left']>): number {
  const used = sales.reduce((sum, one) => {
    const due = timesOver(one.earned, one.returned_base, one.earn_base) - one.reclaimed
    return sum + Math.max(0, due)
  }, 0)
  return Math.max(0, forfeited + lapsed - used)
}

function take(
  { lots, wallet, today }: RefundFacts,
  reclaimed: number,
  returned: PointsReturned,
): Omit<PointsReclaimed, 'reclaimed'> {
  const result = {
    taken_regular: 0,
    taken_limited: 0,
    renewed_taken: 0,
    changes: [] as LotChange[],
    due: reclaimed,
  }
  const takeFrom = (id: string | null, has: number): void => {
    const part = Math.min(result.due, has)
    if (part <= 0) return
    result.due -= part
    result.taken_limited += part
    if (id === null) result.renewed_taken = part
    else result.changes.push({ lot: id, change: -part })
  }

  const held = lotsAfter(lots, returned)
  for (const { id, has } of held.filter(({ own }) => own)) takeFrom(id, has)
  const regular = (hasRegularPoints(wallet, today) ? (wallet?.point_regular ?? 0) : 0) + returned.regular
  result.taken_regular = Math.min(result.due, regular)
  result.due -= result.taken_regular
  for (const { id, has } of held.filter(({ own }) => !own)) takeFrom(id, has)
  return result
}

type Held = { id: string | null; has: number; own: boolean; expires_at: string }

/** The lots as they are once the points of this refund are back, in the order of their ends; the new one is the first of its. */
function lotsAfter(lots: RefundFacts['lots'], { changes, renewed, renewed_until }: PointsReturned): Held[] {
  const held = lots
    .filter(({ ended }) => !ended)
    .map(({ id, remaining, own, expires_at }): Held => {
      const back = changes.reduce((sum, { lot, change }) => (lot === id ? sum + change : sum), 0)
      return { id, has: remaining + back, own, expires_at }
    })
  if (renewed > 0) {
    const after = held.findIndex(({ expires_at }) => Date.parse(expires_at) >= Date.parse(renewed_until))
    held.splice(after === -1 ? held.length : after, 0, {
      id: null,
      has: renewed,
      own: false,
      expires_at: renewed_until,
    })
  }
  return held
}
