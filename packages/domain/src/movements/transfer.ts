/** The accounts between which value moves: yen, and from `point_regular` on points. What each means stands in `ledger.accounts`. */
export const accounts = [
  'balance_paid',
  'balance_bonus',
  'sales',
  'drawer',
  'card_clearing',
  'gateway_clearing',
  'bonus_cost',
  'bonus_expired',
  'points_recovered',
  'receivable',
  'bank_clearing',
  'bad_debts',
  'cash_office',
  'over_short',
  'buyback_goods',
  'buyback_payable',
  'bank',
  'reward_expense',
  'reward_pending',
  'reward_confirmed',
  'reward',
  'payout_hold',
  'withholding',
  'point_regular',
  'point_limited',
  'points_redeemed',
  'points_cost',
  'points_expired',
  'point_debt',
  'points_converted',
  'points_moved',
] as const
export type Account = (typeof accounts)[number]

/** What moves, of the customer or the shop of its movement: whose account it is, the ledger knows of each. */
export type Transfer = { code: string; debit: Account; credit: Account; amount: number }

/** The transfers of a plan: those of nothing are none. */
export function transfersOf(
  transfers: readonly (readonly [code: string, debit: Account, credit: Account, amount: number])[],
): Transfer[] {
  return transfers
    .filter(([, , , amount]) => amount !== 0)
    .map(([code, debit, credit, amount]) => ({ code, debit, credit, amount }))
}
