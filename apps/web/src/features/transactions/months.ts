import type { Transaction } from '@shirogane/contract/resources'
import { monthHead } from '../../lib/dates.ts'

export type Month = {
  name: string
  transactions: Transaction[]
  /** Null while older rows of the month may still be missing: half a sum would be a wrong one. */
  sums: { paid: number; earned: number } | null
}

const timeOf = ({ completed_at, created_at }: Transaction) => completed_at ?? created_at

/** Rows in their order, gathered under the month in which they happened in Japan. */
export function monthsOf(transactions: readonly Transaction[], isComplete: boolean): Month[] {
  const months: Month[] = []
  for (const transaction of transactions) {
    const name = monthHead(timeOf(transaction))
    const last = months.at(-1)
    if (last?.name === name) last.transactions.push(transaction)
    else months.push({ name, transactions: [transaction], sums: null })
  }
  for (const [index, month] of months.entries()) {
    if (index === months.length - 1 && !isComplete) continue
    month.sums = { paid: 0, earned: 0 }
    for (const { type, status, spent_total, refunded_total, received_point_total } of month.transactions) {
      if (status === 'cancelled' || status === 'deleted' || status === 'open' || status === 'saved') continue
      if (type === undefined) month.sums.paid += spent_total - refunded_total
      if (received_point_total > 0) month.sums.earned += received_point_total
    }
  }
  return months
}
