/** A gift that a member has had once in its period. `id` is its movement. */
export type GivenGift = { id: string; is_taken_back: boolean }

/**
 * Under which period a gift of once may be given now, by those that were given under it so far, in their order; null while
 * one stands. One that was taken back is followed by at most one other, whose period names it: so the key of the gifts
 * keeps two from standing.
 */
export function openPeriod(period: string, given: readonly GivenGift[]): string | null {
  if (given.some(({ is_taken_back }) => !is_taken_back)) return null
  const last = given.at(-1)
  return last === undefined ? period : `${period}:${last.id}`
}
