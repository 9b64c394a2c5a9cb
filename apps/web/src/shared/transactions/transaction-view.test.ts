import { counterTenders, noTenders, eachOf } from '@shirogane/domain/sales/tenders'
import type { RefundFacts, Transaction } from '@shirogane/contract/resources/shapes'
import { expect, test } from 'vitest'
import { aTransaction } from '../testing/a-transaction.ts'
import { viewOf } from './transaction-view.ts'

const back: RefundFacts = {
  kind: 'refund',
  reason: 'お客さま都合',
  back: { ...noTenders, points: 300, balance_paid: 1_500, balance_bonus: 0, cash: 1_500 },
  later: 0,
  balance_paid: 1_500,
  balance_bonus: 0,
  balance_issued: 0,
  ...eachOf(counterTenders, () => 0),
  cash: 1_500,
  points_returned: 300,
  points_lapsed: 0,
  points_reclaimed: 30,
  points_taken: 30,
  points_deducted: 0,
  points_owed: 0,
}
const refund = aTransaction({
  type: 'refund',
  spent_total: 3_300,
  received_wallet: 1_500,
  received_point_total: 300,
  point_amount: 270,
  tenders: { ...noTenders, balance: 1_500, points: 300, cash: 1_500 },
  refund: back,
})

test('a refund shows all the money that came back, by whatever way, and the points beside it', () => {
  expect(viewOf(refund)).toMatchObject({
    kind: '返金',
    chip: { text: '返金' },
    main: { value: 3_000, unit: '円' },
    points: 270,
  })
  const byCash = { ...back, balance_paid: 0, cash: 300, points_returned: 0, points_taken: 3 }
  expect(viewOf({ ...refund, received_wallet: 0, point_amount: -3, refund: byCash })).toMatchObject({
    main: { value: 300, unit: '円' },
    points: -3,
  })
})

test('where only points came back, they are the figure', () => {
  const points = { ...back, balance_paid: 0, cash: 0 }
  expect(viewOf({ ...refund, received_wallet: 0, point_amount: 300, refund: points })).toMatchObject({
    main: { value: 300, unit: 'pt' },
    points: null,
  })
})

test('where nothing came back, it is told by how much the debt shrank, and nothing is called a refund', () => {
  const debt = { ...back, balance_paid: 0, cash: 0, points_returned: 0, points_taken: 0, later: 3_000 }
  const tenders = { ...refund.tenders, later: 3_000 }
  const shrunk = viewOf({ ...refund, received_wallet: 0, point_amount: 0, tenders, refund: debt })
  expect(shrunk).toMatchObject({
    kind: '後払いの減額',
    chip: { text: '返品' },
    main: { value: 3_000, unit: '円' },
    points: null,
  })
})

test.each([
  ['refunded', 0, '返品済み'],
  ['partially_refunded', 0, '一部返品済み'],
  ['partially_refunded', 500, '未払い'],
] as const)(
  'articles of a deferred sale came back, which is no money: %s, %i owed',
  (status, remaining, words) => {
    const { refund: _, type: __, ...sale } = refund
    const tenders = { ...noTenders, later: 3_300 }
    const later = { status: 'open', remaining, due_on: '2026-12-28', overdue: false } as const
    expect(viewOf({ ...sale, status, tenders, later }).chip?.text).toBe(words)
  },
)

test('a void is called one', () => {
  expect(viewOf({ ...refund, refund: { ...back, kind: 'void' } }).kind).toBe('取り消し')
})

test("balance that was paid back is money out, in the law's word", () => {
  const paidBack: Transaction = {
    ...refund,
    type: 'prepaid_cashout',
    spent_total: 1_000,
    received_wallet: 0,
    received_point_total: 0,
    point_amount: 0,
  }
  expect(viewOf(paidBack)).toMatchObject({
    title: '残高の払戻し',
    main: { value: -1_000, unit: '円' },
    points: null,
  })
})
