import type { DaySuspect } from '@shirogane/contract/resources/brand/days'

/** A movement of the day as the drawer should have seen it. */
export type DrawerMove = {
  kind: DaySuspect['kind']
  /** Into the drawer above zero, out of it below, by the books; 0 where no cash moved. */
  cash: number
  /** What a terminal was told, in the same directions. */
  card: number
  /** What went back to the customer of what they handed over. */
  change: number
  /** Voided on its day: the books say that its cash went back. */
  voided: boolean
}

const ranks = ['same', 'swapped', 'voided', 'direction', 'change', 'zero', 'digits'] as const

/** Whether two neighbouring figures changed places, as fingers do. */
function isTransposed(one: number, other: number): boolean {
  const [a, b] = [String(one), String(other)]
  if (a.length !== b.length) return false
  const at = [...a].findIndex((figure, index) => figure !== b[index])
  if (at < 0 || at + 1 >= a.length) return false
  return a.slice(0, at) + a[at + 1] + a[at] + a.slice(at + 2) === b
}

/**
 * How this movement could be the whole of a difference (counted less expected); null when it could not. Only what comes to
 * it exactly is named: a list of everything near it would be a list of the day.
 */
export function whyOf(
  { cash, card, change, voided }: DrawerMove,
  difference: number,
): DaySuspect['why'] | null {
  const size = Math.abs(difference)
  if (size === 0) return null
  // Its cash never came, or never went out.
  if (voided) return difference > 0 && cash === size ? 'voided' : null
  if (cash === -difference) return 'same'
  // A card that was cash brings more than the books say.
  if (card === difference) return 'swapped'
  // Booked the wrong way round it counts twice.
  if (cash * -2 === difference) return 'direction'
  // Change that stayed in the drawer, or that was handed out twice.
  if (change === size) return 'change'
  const really = Math.abs(cash + difference)
  if (cash === 0 || Math.sign(cash + difference) !== Math.sign(cash)) return null
  if (really === Math.abs(cash) * 10 || really * 10 === Math.abs(cash)) return 'zero'
  return isTransposed(Math.abs(cash), really) ? 'digits' : null
}

export const rankOf = (why: DaySuspect['why']): number => ranks.indexOf(why)
