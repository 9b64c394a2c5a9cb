import { saleTotal } from '@shirogane/contract/rules/money'
import type { Transaction } from '@shirogane/contract/resources/shapes'
import { pt, yen } from './amounts-text.ts'

type Paid = Pick<Transaction, 'spent_total' | 'tax'> & {
  tenders: Pick<Transaction['tenders'], 'points' | 'later'>
}

/** What a sale was paid with, in words: what was deferred is no payment, and where only points were given no yen were. */
export function paidWords(sale: Paid): string {
  const { points, later } = sale.tenders
  const total = saleTotal(sale, points)
  if (total === 0) return pt(points)
  if (later === 0) return yen(total)
  return [...(total > later ? [`お支払い ${yen(total - later)}`] : []), `後払い ${yen(later)}`].join('・')
}
