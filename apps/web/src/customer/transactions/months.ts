import type { Transaction } from '@shirogane/contract/resources/shapes'
import { dateInTokyo, monthHead } from '../../shared/dates/dates.ts'

export type MonthSums = { month: string; paid: number; earned: number }
export type Month = {
  name: string
  transactions: Transaction[]
  /** Of the whole month, as the server adds it up; null where an older copy has none. */
  sums: { paid: number; earned: number } | null
}

/** Rows in their order, gathered under the month in which they happened in Japan. */
export function monthsOf(
  transactions: readonly Transaction[],
  sums: readonly MonthSums[] | undefined,
): Month[] {
  const months: Month[] = []
  for (const transaction of transactions) {
    const time = transaction.completed_at ?? transaction.created_at
    const name = monthHead(time)
    const last = months.at(-1)
    if (last?.name === name) {
      last.transactions.push(transaction)
      continue
    }
    const month = dateInTokyo(time).slice(0, 7)
    months.push({
      name,
      transactions: [transaction],
      // A month whose movements were all taken back has no row.
      sums: sums === undefined ? null : (sums.find((row) => row.month === month) ?? { paid: 0, earned: 0 }),
    })
  }
  return months
}
