import type { RefundFacts } from './facts.ts'

/** What the deferred part of a sale does with a refund, in yen. */
export type DebtOffset = {
  /** Set against the debt, by the way whose share it was. */
  later: number
  later_cash: number
  later_card: number
  /** Of what has been collected, what goes back the way it came. */
  returned_cash: number
  returned_card: number
  returned_paid: number
  returned_bonus: number
}

const none: DebtOffset = {
  later: 0,
  later_cash: 0,
  later_card: 0,
  returned_cash: 0,
  returned_card: 0,
  returned_paid: 0,
  returned_bonus: 0,
}

/**
 * While a sale is not paid for, nothing leaves by hand: the deferred share lowers the debt first, and so do cash and
 * card as far as the debt goes. What of the deferred share was collected goes back the way it came, balance last, so
 * that no customer turns balance into cash.
 */
export function offsetDebt(
  { debt }: Pick<RefundFacts, 'debt'>,
  back: { later: number; cash: number; card: number },
): DebtOffset {
  if (debt === null || back.later + back.cash + back.card === 0) return none
  const later = Math.min(back.later, debt.outstanding)
  const later_cash = Math.min(back.cash, debt.outstanding - later)
  const later_card = Math.min(back.card, debt.outstanding - later - later_cash)
  const collected = back.later - later
  const returned_cash = Math.min(collected, debt.cash_left)
  const returned_card = Math.min(collected - returned_cash, debt.card_left)
  const returned_paid = Math.min(collected - returned_cash - returned_card, debt.paid_left)
  return {
    later,
    later_cash,
    later_card,
    returned_cash,
    returned_card,
    returned_paid,
    returned_bonus: collected - returned_cash - returned_card - returned_paid,
  }
}
