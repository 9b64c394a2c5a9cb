import type { TransactionRow } from '@shirogane/ledger'

/** What a register hands a paper out for: a charge by card is told of by mail and in the app. */
export function hasReceipt({ kind, cash_tendered }: TransactionRow): boolean {
  return (
    ['payment', 'refund', 'void', 'later_payment'].includes(kind) ||
    (kind === 'charge' && cash_tendered !== null)
  )
}

export function stateOf(row: TransactionRow): 'valid' | 'partially_refunded' | 'refunded' | 'voided' {
  if (row.voided_by !== null) return 'voided'
  if (row.refunded_total === 0) return 'valid'
  return row.refunded_total < row.spent_total ? 'partially_refunded' : 'refunded'
}
