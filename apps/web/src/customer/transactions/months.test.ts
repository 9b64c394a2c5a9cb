import type { Transaction } from '@shirogane/contract/resources/shapes'
import { expect, test } from 'vitest'
import { aTransaction } from '../../shared/testing/a-transaction.ts'
import { monthsOf } from './months.ts'

const row = (completed_at: string, given: Partial<Transaction> = {}) =>
  aTransaction({ completed_at, ...given })

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
