import { noTenders } from '@shirogane/domain/sales/tenders'
import type { Transaction } from '@shirogane/contract/resources/shapes'
import { expect, test } from 'vitest'
import { noticesOf } from './rules.ts'
import { noticeText } from '../../notices/notices.ts'

const sale = (
  spent_total: number,
  tenders: Partial<Transaction['tenders']>,
  taxable: number,
): Transaction => ({
  id: '0193524a-0000-7000-8000-000000000001',
  number: '20261121-KNZ1-0007',
  status: 'completed',
  spent_total,
  received_wallet: 0,
  received_point_total: 0,
  point_amount: 0,
  message: null,
  store: { id: '0193524a-0000-7000-8000-000000000002', code: 'KNZ1', name: '金沢本店' },
  employee: null,
  items: [],
  tenders: { ...noTenders, ...tenders },
  cash_tendered: null,
  change: null,
  tax: taxable === 0 ? [] : [{ rate: 1_000, taxable, tax: Math.floor((taxable * 10) / 110) }],
  card: null,
  refunded_total: 0,
  refundable: spent_total,
  wallet_after: null,
  business_date: '2026-11-21',
  created_at: '2026-11-21T01:03:00.000Z',
  completed_at: '2026-11-21T01:03:00.000Z',
  related_id: null,
})
const noticeOf = (transaction: Transaction, due_on: string | null = null) =>
  noticesOf({ transaction, message: null, due_on }).map((notice) => {
    const { title, message } = noticeText(notice)
    return `${title} ${message}`
  })

test.each([
  ['without points', sale(15_000, { cash: 15_000 }, 15_000), '金沢本店で15,000円をお支払いいただきました。'],
  [
    'with points as a discount',
    sale(15_950, { points: 950, cash: 15_000 }, 15_000),
    '金沢本店で15,000円をお支払いいただきました。',
  ],
  [
    'with points as a way to pay',
    sale(15_950, { points: 950, cash: 15_000 }, 15_950),
    '金沢本店で15,950円をお支払いいただきました。',
  ],
  ['by points alone', sale(500, { points: 500 }, 0), '金沢本店で500ptをご利用いただきました。'],
])('a payment %s is told of by the total of its receipt', (_name, transaction, message) => {
  expect(noticeOf(transaction)).toEqual([`お支払いが完了しました ${message}`])
})

test.each([
  [sale(8_800, { later: 8_800 }, 8_800), '後払い 8,800円'],
  [sale(8_800, { later: 5_000, cash: 3_800 }, 8_800), 'お支払い 3,800円・後払い 5,000円'],
  [sale(9_000, { points: 200, later: 5_000, cash: 3_800 }, 8_800), 'お支払い 3,800円・後払い 5,000円'],
  [sale(5_200, { points: 200, later: 5_000 }, 5_000), '後払い 5,000円'],
])('what was deferred is told of with its day', (transaction, parts) => {
  expect(noticeOf(transaction, '2026-12-28')).toEqual([
    `後払いを承りました 金沢本店：${parts}（お支払期日 12月28日(月)）`,
  ])
})

test('a void takes back what was told of as paid', () => {
  const gone: Transaction = {
    ...sale(15_950, { points: 950, cash: 15_000 }, 15_000),
    type: 'refund',
    refund: { kind: 'void' } as NonNullable<Transaction['refund']>,
  }
  expect(noticeOf(gone)).toEqual(['お支払いが取り消されました 15,000円'])
  const points = { ...gone, ...sale(500, { points: 500 }, 0) }
  expect(noticeOf(points)).toEqual(['お支払いが取り消されました 500pt'])
  const deferred = { ...gone, ...sale(8_800, { later: 5_000, cash: 3_800 }, 8_800) }
  expect(noticeOf(deferred)).toEqual(['お取引が取り消されました お支払い 3,800円・後払い 5,000円'])
})
