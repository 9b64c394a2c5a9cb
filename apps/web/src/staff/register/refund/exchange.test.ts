import { eachOf, exactTenders } from '@shirogane/domain/sales/tenders'
import { expect, test } from 'vitest'
import { bothHalves, totalOf } from './exchange.ts'

const none = eachOf(exactTenders, () => 0)

test.each([
  [
    'the dearer for the cheaper, in cash',
    { cash: 5_000, card: 0 },
    [7_000, 0, 'cash'],
    { cash: 2_000, taken: { ...none, card: 0 }, given: { ...none, card: 0 } },
  ],
  [
    'the cheaper for the dearer: money goes back',
    { cash: 7_000, card: 0 },
    [5_000, 0, 'cash'],
    { cash: -2_000, taken: { ...none, card: 0 }, given: { ...none, card: 0 } },
  ],
  [
    'the same price: nothing changes hands',
    { cash: 5_000, card: 0 },
    [5_000, 0, 'cash'],
    { cash: 0, taken: { ...none, card: 0 }, given: { ...none, card: 0 } },
  ],
  [
    'a card is given back and charged anew',
    { cash: 0, card: 5_000 },
    [7_000, 0, 'card'],
    { cash: 0, taken: { ...none, card: 7_000 }, given: { ...none, card: 5_000 } },
  ],
  [
    'a card comes back, cash pays',
    { cash: 0, card: 5_000 },
    [7_000, 0, 'cash'],
    { cash: 7_000, taken: { ...none, card: 0 }, given: { ...none, card: 5_000 } },
  ],
  [
    'balance pays first, cash the rest',
    { cash: 1_000, card: 0 },
    [7_000, 5_000, 'cash'],
    { cash: 1_000, taken: { ...none, card: 0 }, given: { ...none, card: 0 } },
  ],
  [
    'balance pays no more than the bill',
    { cash: 0, card: 0 },
    [3_000, 5_000, 'cash'],
    { cash: 0, taken: { ...none, card: 0 }, given: { ...none, card: 0 } },
  ],
] as const)('%s', (_name, back, [total, balance, rest], expected) => {
  const { tenders, ...moved } = bothHalves({ ...none, ...back }, { total, balance, rest })
  expect(moved).toEqual(expected)
  expect(Object.values(tenders).reduce((sum, part) => sum + part, 0)).toBe(total)
})

test('articles come to their prices', () => {
  expect(
    totalOf([
      { id: 'a', name: '', price: 300, quantity: 2 },
      { id: 'b', name: '', price: 50, quantity: 1 },
    ]),
  ).toBe(650)
})
