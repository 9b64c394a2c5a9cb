import { expect, test } from 'vitest'
import { addressOf, daysOf, periodOf, readNarrowing, readYen } from './narrowing.ts'

const store = '01a1ff34-4702-7617-818d-de9ed3233701'

test('an address says what a list is narrowed to, and what it says is read back', () => {
  const narrowing = {
    filter: 'payment',
    from: '2026-11-01',
    to: '2026-11-30',
    store_id: store,
    amount_min: 0,
    amount_max: 9_999,
  } as const
  expect(readNarrowing({ filter: 'payment', ...addressOf(narrowing) })).toEqual(narrowing)
  expect(readNarrowing({})).toEqual({ filter: 'all' })
})

test.each([
  [{ filter: 'everything' }],
  [{ from: '2026-02-30' }],
  [{ from: '2026-11-02', to: '2026-11-01' }],
  [{ store: 'KNZ1' }],
  [{ min: '-1' }],
  [{ min: '2', max: '1' }],
  [{ max: '1234567890' }],
])('%j names nothing and is left out', (search) => {
  expect(readNarrowing(search)).toEqual({ filter: 'all' })
})

test('an amount is read in the width in which a Japanese keyboard writes it', () => {
  expect(readYen('１２，３４５円')).toBe(12_345)
  expect(readYen(' 0 ')).toBe(0)
  expect(readYen('')).toBeUndefined()
  expect(readYen('1.5')).toBeUndefined()
})

test.each([
  ['this_month', '2026-11-21', { from: '2026-11-01', to: '2026-11-30' }],
  ['last_month', '2026-01-31', { from: '2025-12-01', to: '2025-12-31' }],
  ['three_months', '2028-02-29', { from: '2027-12-01', to: '2028-02-29' }],
] as const)('%s on %s', (period, today, days) => {
  expect(daysOf(period, today)).toEqual(days)
  expect(periodOf(days, today)).toBe(period)
})

test('other days are a period that was chosen by hand', () => {
  expect(periodOf({ from: '2026-11-02' }, '2026-11-21')).toBe('chosen')
  expect(periodOf({}, '2026-11-21')).toBeNull()
})
