import type { Movement } from '../movements/movement.ts'
import { transfersOf } from '../movements/transfer.ts'

/** A payout as its acts read it. Yen. */
export type Payout = {
  id: string
  /** Its number in files for the bank, by which staff know it. */
  reference: number
  user_id: string
  amount: number
  /** What of the amount the tax office gets. */
  withheld: number
  status: 'requested' | 'approved' | 'exported' | 'paid' | 'failed' | 'canceled'
  /** What the bank said of one that failed. */
  failure: string | null
  /** The money came back after the bank had paid it. */
  is_recalled: boolean
  is_past_cutoff: boolean
  /** It is the employee's own, or that of a person who counts as one with them. */
  is_own: boolean
}

/**
 * What becomes of the rewards of a payout: put aside at the request, let go when the bank paid, less what is withheld, back
 * where they were when it did not or the request is taken back, and back from the bank, with the tax, when the money was
 * called back. Nothing but rewards is ever paid out.
 */
export function movePayout(
  step: 'hold' | 'pay' | 'return' | 'recall',
  { id, user_id, amount, withheld }: Pick<Payout, 'id' | 'user_id' | 'amount' | 'withheld'>,
  by: { transaction_id: string; employee_id: string | null; home_store: string },
): Movement {
  const sent = amount - withheld
  const transfers = {
    hold: transfersOf([['payout_hold', 'reward', 'payout_hold', amount]]),
    pay: transfersOf([
      ['payout_settle', 'payout_hold', 'bank_clearing', sent],
      ['payout_withhold', 'payout_hold', 'withholding', withheld],
    ]),
    return: transfersOf([['payout_return', 'payout_hold', 'reward', amount]]),
    recall: transfersOf([
      ['payout_recall', 'bank_clearing', 'reward', sent],
      ['payout_withhold_back', 'withholding', 'reward', withheld],
    ]),
  }
  return {
    id: by.transaction_id,
    kind: 'payout',
    customer_id: user_id,
    store_id: by.home_store,
    employee_id: by.employee_id,
    related_id: step === 'hold' ? null : id,
    transfers: transfers[step],
  }
}
