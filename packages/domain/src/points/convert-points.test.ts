import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ConversionFacts, convertPoints } from './convert-points.ts'

const until = { early: '2026-12-31T14:59:59Z', late: '2027-01-31T14:59:59Z' }

function factsOf(change: Partial<ConversionFacts> = {}): ConversionFacts {
  return {
    enabled: true,
    unit: 100,
    yen_per_unit: 100,
    step_up_over: 10_000,
    balance_max: 100_000,
    is_stopped: false,
    point_debt: 0,
    balance: 0,
    pending: 0,
    converted_today: 0,
    point_limited: 350,
    point_regular: 500,
    point_regular_expires_on: '2027-11-21',
    lots: [
      { id: 'early', remaining: 200, expires_at: until.early },
      { id: 'late', remaining: 150, expires_at: until.late },
    ],
    ...change,
  }
}
const wish = (points: number, is_proven = false) => ({ points, is_proven })

test('points go in the order of their ends, and the balance ends when they would have', () => {
  expect(convertPoints(factsOf(), wish(600))).toEqual({
    code: null,
    yen: 600,
    rate_bp: 10_000,
    used: {
      limited: 350,
      regular: 250,
      lots: [
        { lot: 'early', points: 200, until: until.early },
        { lot: 'late', points: 150, until: until.late },
      ],
      regular_until: '2027-11-21T14:59:59.000Z',
    },
    bonus: [
      { yen: 200, until: until.early },
      { yen: 150, until: until.late },
      { yen: 250, until: '2027-11-21T14:59:59.000Z' },
    ],
  })
})

test('lots that end together become one part', () => {
  const lots = [
    { id: 'one', remaining: 60, expires_at: until.early },
    { id: 'two', remaining: 40, expires_at: until.early },
  ]
  const facts = factsOf({ lots, point_limited: 100, point_regular: 0 })
  expect(convertPoints(facts, wish(100))).toMatchObject({ bonus: [{ yen: 100, until: until.early }] })
})

test('a rate that leaves fractions gives each yen once', () => {
  const lots = [33, 33, 234].map((remaining, n) => ({
    id: String(n),
    remaining,
    expires_at: `2098-0${n + 1}-28T14:59:59Z`,
  }))
  const facts = factsOf({ yen_per_unit: 97, lots, point_limited: 300 })
  const plan = convertPoints(facts, wish(300))
  expect(plan).toMatchObject({ yen: 291, rate_bp: 9_700 })
  expect('bonus' in plan && plan.bonus.map(({ yen }) => yen)).toEqual([32, 32, 227])
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

test('of any lots at any rate, the parts are the whole, and each part is what its points are worth to the yen', () => {
  const drawn = fc.record({
    lots: fc.array(fc.integer({ min: 1, max: 99_999_999 }), { maxLength: 6 }),
    regular: fc.nat(99_999_999),
    unit: fc.integer({ min: 1, max: 1_000 }),
    yen_per_unit: fc.integer({ min: 1, max: 1_000 }),
    share: fc.integer({ min: 1, max: 1_000 }),
  })
  fc.assert(
    fc.property(drawn, ({ lots, regular, unit, yen_per_unit, share }) => {
      const point_limited = lots.reduce((sum, one) => sum + one, 0)
      const held = point_limited + regular
      const points = Math.floor((held * share) / 1_000 / unit) * unit
      fc.pre(points > 0)
      const plan = convertPoints(
        factsOf({
          lots: lots.map((remaining, n) => ({
            id: String(n),
            remaining,
            expires_at: `20${30 + n}-01-31T14:59:59Z`,
          })),
          point_limited,
          point_regular: regular,
          unit,
          yen_per_unit,
          balance_max: Number.MAX_SAFE_INTEGER,
          step_up_over: Number.MAX_SAFE_INTEGER,
        }),
        wish(points),
      )
      if (plan.code !== null) throw new Error(plan.code)
      expect(plan.bonus.reduce((sum, { yen }) => sum + yen, 0)).toBe(plan.yen)
      expect(plan.used.limited + plan.used.regular).toBe(points)
      expect(plan.used.lots.reduce((sum, lot) => sum + lot.points, 0)).toBe(plan.used.limited)
    }),
    { numRuns: 500 },
  )
})
