import type { PaymentMethod } from '@shirogane/contract/resources/members/payment-methods'
import type { CardRow } from './store.ts'

/** The whole of what leaves of a card: neither the gateway's names of it nor anything that it could be charged with. */
export function presentCard(row: CardRow): PaymentMethod {
  return {
    id: row.id,
    type: 'card',
    brand: row.brand,
    last4: row.last4,
    exp_month: row.exp_month,
    exp_year: row.exp_year,
    default: row.is_default,
    nickname: row.nickname,
    created_at: row.created_at.toISOString(),
  }
}
