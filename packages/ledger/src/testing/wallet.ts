/** What tests read of the row of a wallet. */
export type Wallet = {
  balance_paid: number
  balance_bonus: number
  point_regular: number
  point_limited: number
  point_regular_expires_on: string | null
  balance_spent_on: string | null
  balance_spent: number
  cash_in: number
  level_index: number
  level_year: number
  level_accumulation: number
  point_debt: number
  receivable: number
  deferred_limit: number
}
