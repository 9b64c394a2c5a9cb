import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exchange, factsOf, until, wish } from '../testing/conversion.ts'
import { conversions } from '../testing/worlds/conversions.ts'
import { type ConversionFacts, convertPoints } from './convert-points.ts'

test('points go in the order of their ends, and the balance ends when they would have', () => {
  expect(exchange(factsOf(), 600)).toEqual({
    id: 'exchange',
    kind: 'convert',
    customer_id: 'member',
    store_id: 'home',
    rate_bp: 10_000,
    renews: true,
    transfers: [
      { code: 'convert_points', debit: 'point_limited', credit: 'points_converted', amount: 350 },
      { code: 'convert_points', debit: 'point_regular', credit: 'points_converted', amount: 250 },
      { code: 'convert_balance', debit: 'bonus_cost', credit: 'balance_bonus', amount: 600 },
    ],
    point_lots: [
      { lot: 'early', change: -200 },
      { lot: 'late', change: -150 },
    ],
    new_bonus_lots: [
      { amount: 200, until: until.early },
      { amount: 150, until: until.late },
      { amount: 250, until: '2027-11-21T14:59:59.000Z' },
    ],
  })
})

test('lots that end together become one part', () => {
  const lots = [
    { id: 'one', remaining: 60, expires_at: until.early },
    { id: 'two', remaining: 40, expires_at: until.early },
  ]
  const facts = factsOf({ lots, point_limited: 100, point_regular: 0 })
  expect(exchange(facts, 100).new_bonus_lots).toEqual([{ amount: 100, until: until.early }])
})

test('a rate that leaves fractions gives each yen once', () => {
  const lots = [33, 33, 234].map((remaining, n) => ({
    id: String(n),
    remaining,
    expires_at: `2098-0${n + 1}-28T14:59:59Z`,
  }))
  const facts = factsOf({ yen_per_unit: 97, lots, point_limited: 300 })
  const { rate_bp, transfers, new_bonus_lots } = exchange(facts, 300)
  expect([rate_bp, transfers.at(-1)!.amount]).toEqual([9_700, 291])
  expect(new_bonus_lots!.map(({ amount }) => amount)).toEqual([32, 32, 227])
})

describe('nothing is exchanged', () => {
  test.each<[string, ConversionFacts, number, object]>([
    ['where the brand exchanges none', factsOf({ enabled: false }), 100, { code: 'CONVERT_UNAVAILABLE' }],
    ['of less than a unit', factsOf(), 99, { code: 'CONVERT_UNIT', n: 100 }],
    ['of a part of a unit', factsOf(), 150, { code: 'CONVERT_UNIT', n: 100 }],
    ['of less than nothing', factsOf(), -100, { code: 'CONVERT_UNIT', n: 100 }],
    ['by who is suspended or left', factsOf({ is_stopped: true }), 100, { code: 'AUTH_SUSPENDED' }],
    ['by who owes points', factsOf({ point_debt: 7 }), 100, { code: 'CONVERT_DEBT', n: 7 }],
    ['of more than there are', factsOf(), 900, { code: 'INSUFFICIENT_POINT' }],
    [
      'above what a wallet may hold, charges under way among it',
      factsOf({ balance: 99_000, pending: 901 }),
      100,
      { code: 'CONVERT_BALANCE_LIMIT', n: 100_000 },
    ],
    [
      'beyond the free points of a day without a proof, and the key stays free',
      factsOf({ converted_today: 9_901 }),
      100,
      { code: 'STEP_UP_REQUIRED', again: true },
    ],
  ])('%s', (_, facts, points, refusal) => {
    expect(convertPoints(facts, wish(points))).toEqual(refusal)
  })

  test('but with the proof it is', () => {
    expect(convertPoints(factsOf({ converted_today: 9_901 }), wish(100, true)).code).toBeNull()
  })
})

test.each([conversions])('$name', ({ told }) => {
  fc.assert(
    fc.property(told, ({ rule, model }) => {
      expect(rule).toEqual(model)
    }),
    { numRuns: 500 },
  )
})
