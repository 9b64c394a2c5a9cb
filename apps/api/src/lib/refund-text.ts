import { type CounterTender, counterTenders } from '@shirogane/domain/sales/tenders'
import { refundedTo } from '@shirogane/contract/terms/tender-words'
import { pt, yen } from './amounts-text.ts'

/** Where what came back of a sale went. */
export type Refunded = Readonly<Record<CounterTender, number>> & {
  balance: number
  points: number
  /** Taken off what was still owed. */
  later: number
  /** Kept for earned points that were spent already. */
  deducted: number
}

/** What a customer is told in one sentence when money or points come back. */
export function refundText({ balance, points, later, deducted, ...counter }: Refunded): string {
  const parts = [
    balance > 0 && `${yen(balance)}を残高に`,
    ...counterTenders.map(
      (tender) => counter[tender] > 0 && `${yen(counter[tender])}を${refundedTo[tender]}`,
    ),
    points > 0 && `${pt(points)}を`,
  ].filter((part) => part !== false)
  const short = deducted > 0 ? `（付与ポイント不足分 -${yen(deducted)}）` : ''
  const owed = later > 0 ? `返品分${yen(later)}を後払いの残りから差し引きました。` : ''
  if (parts.length > 0) return `${owed}${parts.join('、')}返金しました。${short}`
  return owed === '' ? `返金額は0円です。${short}` : `${owed}${short}`
}
