import { takeInOrder } from '../money/take-in-order.ts'
import {
  type Columns,
  columnsOf,
  type CounterTender,
  counterTenders,
  type PlainTender,
  plainTenders,
  sumOver,
} from '../sales/tenders.ts'
import type { RefundFacts } from './facts.ts'

/** What the deferred part of a sale does with a refund, in yen. */
export type DebtOffset = {
  /** Set against the debt, of the deferred share and of what was handed over the counter. */
  later: number
} & Columns<'later', CounterTender> &
  /** Of what has been collected, what goes back the way it came. */
  Columns<'returned', CounterTender | 'paid' | 'bonus'>

const none: DebtOffset = {
  later: 0,
  ...columnsOf('later', counterTenders, () => 0),
  ...columnsOf('returned', [...counterTenders, 'paid', 'bonus'], () => 0),
}

/**
 * While a sale is not paid for, nothing leaves by hand: the deferred share lowers the debt first, and so does what was
 * handed over the counter as far as the debt goes. What of the deferred share was collected goes back the way it came,
 * balance last, so that no customer turns balance into cash.
 */
export function offsetDebt(
  { debt }: Pick<RefundFacts, 'debt'>,
  back: Readonly<Record<PlainTender, number>>,
): DebtOffset {
  if (debt === null || sumOver(plainTenders, back) === 0) return none
  const later = Math.min(back.later, debt.outstanding)
  const counter = takeInOrder(debt.outstanding - later, counterTenders, (tender) => back[tender])
  const collected = back.later - later
  const pots = [...counterTenders, 'paid'] as const
  const returned = takeInOrder(collected, pots, (pot) => debt[`${pot}_left`])
  return {
    later,
    ...columnsOf('later', counterTenders, (tender) => counter[tender]),
    ...columnsOf('returned', pots, (pot) => returned[pot]),
    returned_bonus: collected - sumOver(pots, returned),
  }
}
