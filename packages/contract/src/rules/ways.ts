import type { RefundFacts, Tenders, Transaction } from '../resources/shapes.ts'

/**
 * The ways by which money and points of a movement went, in yen and points. What goes back need not go the ways of its sale:
 * what is still owed shrinks first, and balance may take the place of cash.
 */
export function waysOf({ tenders, refund }: Pick<Transaction, 'tenders' | 'refund'>): Tenders {
  if (refund === undefined) return tenders
  const { back, balance_paid, balance_bonus, cash, card, later } = refund
  return { points: back.points, balance: balance_paid + balance_bonus, cash, card, later }
}

/** A return that took all of it from the debt gave nothing back, and is told of as no refund. */
export function isDebtAlone(refund: RefundFacts): boolean {
  const { balance_paid, balance_bonus, cash, card, points_returned, later } = refund
  return later > 0 && balance_paid + balance_bonus + cash + card + points_returned === 0
}
