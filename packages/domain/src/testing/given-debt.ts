import type { RefundFacts } from '../refund/facts.ts'
import { factsOf } from './sold.ts'

export type Debt = NonNullable<RefundFacts['debt']>

export const [may, june] = ['2026-05-31T14:59:59+00:00', '2026-06-30T14:59:59+00:00']
/** A debt of 100円 that collections paid off with given balance. */
export const debtOf = (given: Debt['given'], given_back = 0): Debt => ({
  ...factsOf({ lines: [100], later: 100 }).debt!,
  given,
  given_back,
})
