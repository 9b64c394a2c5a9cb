import { type HeldPoints, type TakenPoints, takePoints } from './take-points.ts'

/** Everything that points at the register are decided by: a grant of the shop, or a move from one member to another. */
export type GrantFacts = {
  /** A second person has agreed to it. */
  is_approved: boolean
  /** What the clerk may grant or move without one: at once, and in a day; and what they did today. */
  ceiling: number
  ceiling_day: number
  granted_today: number
  /** The member whose points are moved; null where the shop grants. */
  giver: HeldPoints | null
}

export type GrantPlan = {
  /** Which points leave the giver; null where the shop grants. */
  taken: TakenPoints | null
  /** The lots that the receiver gets of a move. */
  lots: { points: number; until: string | null }[]
}

/** `again`: asked with what is missing it is the same act, and its key stays free. */
type Refusal = { code: 'NOT_FOUND' | 'INSUFFICIENT_POINT' | 'APPROVAL_REQUIRED'; again?: true }

/**
 * Decides a grant or a move. A move takes along the ends of what it moves, so that no points live longer by it: limited points go
 * first, and regular ones end when their giver's would have.
 *
 * @param facts null where there is no such member
 */
export function grantPoints(
  facts: GrantFacts | null,
  points: number,
): ({ code: null } & GrantPlan) | Refusal {
  if (facts === null) return { code: 'NOT_FOUND' }
  const { giver } = facts
  if (giver !== null && points > giver.point_limited + giver.point_regular)
    return { code: 'INSUFFICIENT_POINT' }
  const isWithin = points <= facts.ceiling && facts.granted_today + points <= facts.ceiling_day
  if (!facts.is_approved && !isWithin) return { code: 'APPROVAL_REQUIRED', again: true }
  if (giver === null) return { code: null, taken: null, lots: [] }
  const taken = takePoints(giver, points)
  return { code: null, taken, lots: lotsOf(taken) }
}

/** What ends together becomes one lot. */
function lotsOf({ lots, regular, regular_until }: TakenPoints): GrantPlan['lots'] {
  const byEnd = new Map<number | null, { points: number; until: string | null }>()
  for (const { points, until } of [...lots, { points: regular, until: regular_until }]) {
    if (points === 0) continue
    const end = until === null ? null : Date.parse(until)
    byEnd.set(end, { until, points: points + (byEnd.get(end)?.points ?? 0) })
  }
  return [...byEnd.values()]
}
