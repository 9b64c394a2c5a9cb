import type { RefundFacts, RefundWish } from './facts.ts'
import { returnableSince } from './return-window.ts'

/** Why nothing goes back; `n` is the number of its sentence. */
export type Refusal = { code: RefundRefusal; n?: number }

type RefundRefusal =
  | 'TXN_NOT_FOUND'
  | 'PREPAID_CASHOUT_PROHIBITED'
  | 'REFUND_NOT_PAYMENT'
  | 'TXN_VOIDED'
  | 'VOID_AFTER_REFUND'
  | 'TXN_CLOSED'
  | 'ALREADY_REFUNDED'
  | 'REFUND_PERIOD_OVER'
  | 'REFUND_WRITTEN_OFF'
  | 'REFUND_LINE_UNKNOWN'
  | 'REFUND_EXCEEDS'
  | 'REFUND_NO_WALLET'
  | 'REFUND_BALANCE_LIMIT'
  | 'REFUND_NOTHING'

/** Why a sale cannot be given back at all, by no lines and no amount. */
export function refuseSale(facts: RefundFacts, { is_void }: Pick<RefundWish, 'is_void'>): Refusal | null {
  const { sale, debt } = facts
  // 資金決済法20条: a charge is not paid out to its customer; one in cash that was keyed in wrongly is taken back on its day.
  if (sale.kind === 'charge') return { code: 'PREPAID_CASHOUT_PROHIBITED' }
  if (sale.kind !== 'payment') return { code: 'REFUND_NOT_PAYMENT' }
  if (sale.is_voided) return { code: 'TXN_VOIDED' }
  const refusal = is_void ? refuseVoid(facts) : refuseRefund(facts)
  if (refusal) return refusal
  // Articles that were never paid for bring nothing back.
  if (debt !== null && debt.written_off > 0) return { code: 'REFUND_WRITTEN_OFF' }
  return null
}

function refuseVoid({ sale, shop_date }: RefundFacts): Refusal | null {
  if (sale.refunded_total > 0) return { code: 'VOID_AFTER_REFUND' }
  return sale.business_date === shop_date ? null : { code: 'TXN_CLOSED' }
}

function refuseRefund(facts: RefundFacts): Refusal | null {
  const { sale } = facts
  if (sale.refunded_total === sale.spent_total) return { code: 'ALREADY_REFUNDED' }
  if (sale.sold_on >= returnableSince(facts)) return null
  return { code: 'REFUND_PERIOD_OVER', n: facts.window_days }
}
