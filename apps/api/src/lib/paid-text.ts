import { pt, yen } from './amounts-text.ts'

/** What a sale came to, by the total of its receipt, and what of it was deferred. */
export type Paid = { total: number; points: number; later: number }

/** What a sale was paid with, in words: what was deferred is no payment, and where only points were given no yen were. */
export function paidWords({ total, points, later }: Paid): string {
  if (total === 0) return pt(points)
  if (later === 0) return yen(total)
  return [...(total > later ? [`お支払い ${yen(total - later)}`] : []), `後払い ${yen(later)}`].join('・')
}

export const voidWords = (sale: Paid): string =>
  `${sale.later > 0 ? 'お取引' : 'お支払い'}が取り消されました：${paidWords(sale)}`
