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
}

/** `again`: asked with what is missing it is the same act, and its key stays free. */
type Refusal = { code: 'INSUFFICIENT_POINT' | 'APPROVAL_REQUIRED'; again?: true }

/**
 * Decides a grant or a move. Of a move limited points go first. What is moved keeps its end, so that no points live
 * longer by it; regular ones end when their giver's would have.
 */
export function grantPoints(facts: GrantFacts, points: number): ({ code: null } & GrantPlan) | Refusal {
  const { giver } = facts
  if (giver !== null && points > giver.point_limited + giver.point_regular)
    return { code: 'INSUFFICIENT_POINT' }
  const isWithin = points <= facts.ceiling && facts.granted_today + points <= facts.ceiling_day
  if (!facts.is_approved && !isWithin) return { code: 'APPROVAL_REQUIRED', again: true }
  if (giver === null) return { code: null, taken: null }
  return { code: null, taken: takePoints(giver, points) }
}
