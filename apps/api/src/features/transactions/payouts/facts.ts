import { maskAccountNumber } from '@shirogane/bank/kana'
import type { PayoutFacts, Transaction } from '@shirogane/contract/resources/shapes'
import type { TransactionRow } from '@shirogane/ledger'
import type { Db } from '../../../db/sql.ts'
import { listPayoutFacts, type PayoutFactsRow } from './store.ts'

export function presentPayoutFacts(row: PayoutFactsRow): PayoutFacts {
  return {
    status: row.status,
    amount: row.amount,
    fee: row.fee,
    withheld: row.withheld,
    transferred: row.amount - row.fee - row.withheld,
    bank_name: row.bank_name,
    branch_name: row.branch_name,
    account_type: row.account_type,
    account_number: maskAccountNumber(row.account_tail),
    holder_kana: row.holder_kana,
    cutoff_at: row.cutoff_at.toISOString(),
    value_date: row.value_date,
    failure: row.failure,
    automatic: row.automatic,
    cancelable: row.cancelable,
  }
}

const statuses: Readonly<Record<PayoutFacts['status'], Transaction['status']>> = {
  requested: 'pending',
  approved: 'pending',
  exported: 'pending',
  paid: 'completed',
  failed: 'failed',
  canceled: 'cancelled',
}

type Shown = Pick<Transaction, 'payout' | 'spent_total' | 'status'>

/**
 * What payouts add to their movements, by movement. The movements that let the money go or brought it back tell of the same
 * payout. Nothing is asked where nothing was paid out.
 */
export async function payoutsOf(
  db: Db,
  rows: readonly Pick<TransactionRow, 'id' | 'kind' | 'related_id'>[],
): Promise<Map<string, Shown>> {
  const moved = rows.filter(({ kind }) => kind === 'payout')
  if (moved.length === 0) return new Map()
  const facts = new Map(
    (
      await listPayoutFacts(
        db,
        moved.map(({ id, related_id }) => related_id ?? id),
      )
    ).map((row) => [row.id, presentPayoutFacts(row)]),
  )
  return new Map(
    moved.flatMap(({ id, related_id }) => {
      const payout = facts.get(related_id ?? id)
      return payout ? [[id, { payout, spent_total: payout.amount, status: statuses[payout.status] }]] : []
    }),
  )
}
