import { overlap } from '../money/overlap.ts'
import type { NewLot } from '../movements/movement.ts'
import type { RefundFacts } from './facts.ts'

/**
 * The lot of given balance that comes back where it had paid off a debt. It comes back last used first, as any other:
 * what had no end, and then with the latest end of the lots that it came from. Of a collection the lots went into its
 * debts in their order. What is kept back in place of points leaves the part without an end first.
 */
export function returnBonusLot(
  debt: RefundFacts['debt'],
  { returned, received }: { returned: number; received: number },
): NewLot[] {
  if (debt === null || returned === 0 || received === 0) return []
  let [endless, ending] = [0, 0]
  let until: string | null = null
  for (const part of debt.given) {
    const ofLots = overlap(part.before, part.bonus, 0, part.of_lots)
    ending += ofLots
    endless += part.bonus - ofLots
    if (part.until !== null && (until === null || Date.parse(part.until) > Date.parse(until)))
      until = part.until
  }
  const amount = Math.min(received, overlap(debt.given_back, returned, endless, ending))
  return amount === 0 ? [] : [{ amount, until }]
}
