import { sentenceOf } from '@shirogane/contract/wire/errors'
import { plainTenders, eachOf } from '@shirogane/domain/sales/tenders'
import { tokyoDate } from '@shirogane/domain/time/tokyo'
import type { Transaction } from '@shirogane/contract/resources/shapes'
import type { CardChargeRow } from './charge-store.ts'

/** A charge that has moved nothing: under way, or given up. Once it has, the movement itself is shown. */
export function presentCharge(row: CardChargeRow): Transaction {
  return {
    id: row.id,
    // A number is given by the settlement.
    number: '',
    type: 'charge',
    status: row.state,
    spent_total: 0,
    received_wallet: row.amount,
    received_point_total: 0,
    point_amount: 0,
    message: row.failure === null ? null : sentenceOf(row.failure),
    store: null,
    employee: null,
    items: [],
    tenders: { balance: 0, points: 0, ...eachOf(plainTenders, () => 0) },
    cash_tendered: null,
    change: null,
    tax: [],
    card: { payment_method_id: row.payment_method_id, brand: row.brand, last4: row.last4 },
    refunded_total: 0,
    refundable: 0,
    wallet_after: null,
    business_date: tokyoDate(row.created_at),
    created_at: row.created_at.toISOString(),
    completed_at: null,
    related_id: null,
  }
}
