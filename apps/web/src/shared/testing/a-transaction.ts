import { noTenders } from '@shirogane/domain/sales/tenders'
import type { Transaction } from '@shirogane/contract/resources/shapes'

let made = 0

/** A completed sale of 1,000 yen, paid with balance, but for what a test says of it. Each has an id of its own. */
export function aTransaction(given: Partial<Transaction> = {}): Transaction {
  made += 1
  const completed_at = given.completed_at ?? '2026-11-21T01:03:00Z'
  return {
    id: `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`,
    number: '20261121-KNZ1-0001',
    status: 'completed',
    spent_total: 1_000,
    received_wallet: 0,
    received_point_total: 10,
    point_amount: 0,
    message: null,
    store: null,
    employee: null,
    items: [],
    tenders: { ...noTenders, balance: 1_000 },
    cash_tendered: null,
    change: null,
    tax: [],
    card: null,
    refunded_total: 0,
    refundable: 0,
    wallet_after: null,
    business_date: completed_at.slice(0, 10),
    created_at: completed_at,
    completed_at,
    related_id: null,
    ...given,
  }
}
