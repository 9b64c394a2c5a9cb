import { counterTenders, plainTenders, eachOf, sumOver } from '@shirogane/domain/sales/tenders'
import type { RefundFacts, Tenders, Transaction } from '../resources/shapes.ts'

/**
 * The ways by which money and points of a movement went, in yen and points. What goes back need not go the ways of its sale:
 * what is still owed shrinks first, and balance may take the place of cash.
 */
export function waysOf({ tenders, refund }: Pick<Transaction, 'tenders' | 'refund'>): Tenders {
  if (refund === undefined) return tenders
  const { back, balance_paid, balance_bonus } = refund
  return {
    points: back.points,
    balance: balance_paid + balance_bonus,
    ...eachOf(plainTenders, (tender) => refund[tender]),
  }
}

/** Money that goes back, in any form. */
export function moneyBack(refund: RefundFacts): number {
  return refund.balance_paid + refund.balance_bonus + sumOver(counterTenders, refund)
}

/** A return that took all of it from the debt gave nothing back, and is told of as no refund. */
export function isDebtAlone(refund: RefundFacts): boolean {
  return refund.later > 0 && moneyBack(refund) + refund.points_returned === 0
}
