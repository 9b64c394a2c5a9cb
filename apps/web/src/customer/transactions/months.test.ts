import type { Transaction } from '@shirogane/contract/resources/shapes'
import { expect, test } from 'vitest'
import { monthsOf } from './months.ts'

let next = 0
function row(completed_at: string, given: Partial<Transaction> = {}): Transaction {
  next += 1
  return {
    id: `00000000-0000-4000-8000-${String(next).padStart(12, '0')}`,
    number: '20261121-KNZ1-0001',
    status: 'completed',
    spent_total: 1000,
    received_wallet: 0,
    received_point_total: 10,
    point_amount: 0,
    message: null,
    store: null,
    employee: null,
    items: [],
    tenders: { balance: 1000, points: 0, cash: 0, card: 0, later: 0 },
    cash_tendered: null,
    change: null,
    tax: [],
    card: null,
    refunded_total: 0,
    refundable: 0,
    wallet_after: null,
    business_date: completed_at.slice(0, 10),
    created_at: completed_at,
    completed_at,
    related_id: null,
    ...given,
  }
}

test('rows stand under the month of Japan in which they happened', () => {
  const months = monthsOf(
    [row('2026-11-30T15:30:00Z'), row('2026-11-30T14:30:00Z'), row('2026-10-01T00:00:00Z')],
    [],
  )
  expect(months.map(({ name, transactions }) => [name, transactions.length])).toEqual([
    ['2026年12月', 1],
    ['2026年11月', 1],
    ['2026年10月', 1],
  ])
})

test('a month shows the sums of the server, which knows the rows that are not here yet', () => {
  const rows = [row('2026-11-20T00:00:00Z'), row('2026-10-20T00:00:00Z')]
  expect(
    monthsOf(rows, [{ month: '2026-11', paid: 123_456, earned: 1_234 }]).map(({ sums }) => sums),
  ).toEqual([
    { month: '2026-11', paid: 123_456, earned: 1_234 },
    { paid: 0, earned: 0 },
  ])
  expect(monthsOf(rows, undefined).map(({ sums }) => sums)).toEqual([null, null])
})
