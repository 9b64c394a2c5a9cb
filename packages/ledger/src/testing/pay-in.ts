import type { Rows } from '../act.ts'

export type PayIn = {
  customer_id: string
  store_id: string
  register_id: string
  employee_id: string
  amount: number
  /** Else in cash. */
  is_card?: boolean
}

/** Gives a member paid balance that they begin with: of any amount, by the ledger's own door, which its owner may use. */
export async function payIn(db: Rows, { amount, is_card = false, ...where }: PayIn): Promise<void> {
  await db.rows('select ledger.book_date($1)', [where.store_id])
  await db.rows('select from ledger.wallets where user_id = $1 for no key update', [where.customer_id])
  const debit = is_card ? 'card_clearing' : 'drawer'
  const transfers = [{ code: 'charge', debit, credit: 'balance_paid', amount }]
  await db.rows('select ledger.post_movement($1)', [JSON.stringify({ kind: 'charge', ...where, transfers })])
}
