import type { BuybackDetails, BuybackRow as Listed } from '@shirogane/contract/resources/brand/buybacks'
import { holds } from '@shirogane/contract/wire/rights'
import type { Actor } from '../../context.ts'
import type { BuybackRow, ItemRow } from './store.ts'

export function presentRow(row: BuybackRow): Listed {
  return {
    id: row.id,
    number: row.number,
    on: row.on,
    at: row.at.toISOString(),
    store: row.store,
    employee: row.employee,
    status: row.status,
    seller_name: row.seller_name,
    pieces: row.pieces,
    net_weight_mg: row.net_weight_mg,
    amount: row.amount,
    paid_by: row.paid_by,
    awaits_bank: row.status === 'paid' && row.paid_by === 'bank' && row.bank_paid_at === null,
    held: row.held,
  }
}

export function presentBuyback(
  row: BuybackRow,
  items: readonly ItemRow[],
): Omit<BuybackDetails, 'may_reverse'> {
  return {
    ...presentRow(row),
    customer: row.customer_id === null ? null : { id: row.customer_id, username: row.username ?? '' },
    seller: {
      name: row.seller_name,
      address: row.seller_address,
      date_of_birth: row.seller_date_of_birth,
      occupation: row.seller_occupation,
      document: row.document,
      document_tail: row.document_tail,
      method: row.method,
      age: row.seller_age,
    },
    purpose: row.purpose,
    price_per_g: row.price_per_g,
    items: items.map(({ buyback_id: _, ...item }) => item),
    bank: row.bank,
    bank_paid_at: row.bank_paid_at?.toISOString() ?? null,
    signature: row.signature,
    note: row.note,
    transaction_number: row.status === 'stopped' ? null : row.number,
    reversal:
      row.reversed_at === null
        ? null
        : {
            at: row.reversed_at.toISOString(),
            by: row.reversed_by ?? '',
            approved_by: row.reversal_approved_by,
            reason: row.reversal_reason ?? '',
          },
  }
}

/**
 * A manager of the store, on the day itself, while the money and the pieces can come back. `isOthers`: the buyer counts
 * as another person than the reader.
 */
export function mayReverse(
  actor: Actor,
  row: BuybackRow,
  items: readonly ItemRow[],
  isOthers: boolean,
): BuybackDetails['may_reverse'] {
  const isOver =
    row.status !== 'paid' ||
    row.bank_paid_at !== null ||
    !row.is_of_today ||
    items.some(({ disposed_on, article }) => disposed_on !== null || article !== null)
  if (isOver || !holds(actor.role, 'buyback.make')) return null
  return isOthers ? 'alone' : 'approval'
}
