import type { CashDay } from '../days/refuse-cash.ts'

/** A day that has passed the line of the law already, by a person of whom nothing is written down. */
export const dayBeyondLine: CashDay = {
  identity_over: 2_000_000,
  paid: 2_000_001,
  payment: { transaction_id: 'sale', customer_id: 'member', business_date: '2026-11-21' },
  checks: [],
  may_take_suspicious: false,
}
