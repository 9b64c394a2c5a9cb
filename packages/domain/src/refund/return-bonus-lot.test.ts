import fc from 'fast-check'
import { expect, test } from 'vitest'
import { factsOf } from '../testing/sold.ts'
import type { RefundFacts } from './facts.ts'
import { returnBonusLot } from './return-bonus-lot.ts'

type Debt = NonNullable<RefundFacts['debt']>

const [may, june] = ['2026-05-31T14:59:59+00:00', '2026-06-30T14:59:59+00:00']
/** A debt of 100円 that collections paid off with given balance. */
const debtOf = (given: Debt['given'], given_back = 0): Debt => ({
  ...factsOf({ lines: [100], later: 100 }).debt!,
  given,
  given_back,
})
const all = { bonus: 100, before: 0, of_lots: 100, until: june }
/** 40円 without an end and 60円 with one: the lots were taken first. */
const mixed = { ...all, of_lots: 60 }

test.each<[string, Debt | null, { returned: number; received: number }, ReturnType<typeof returnBonusLot>]>([
  [
    'comes back with its end',
    debtOf([all]),
    { returned: 100, received: 100 },
    [{ amount: 100, until: june }],
  ],
  [
    'without an end makes no lot',
    debtOf([{ ...all, of_lots: 0, until: null }]),
    { returned: 100, received: 100 },
    [],
  ],
  ['comes back first where it had no end', debtOf([mixed]), { returned: 40, received: 40 }, []],
  ['and then with the end', debtOf([mixed]), { returned: 50, received: 50 }, [{ amount: 10, until: june }]],
  [
    'goes on where the last refund ended',
    debtOf([mixed], 50),
    { returned: 50, received: 50 },
    [{ amount: 50, until: june }],
  ],
  [
    'has the end of what went into this debt: the lots went into an earlier one first',
    debtOf([{ ...mixed, bonus: 50, before: 50 }]),
    { returned: 50, received: 50 },
    [{ amount: 10, until: june }],
  ],
  [
    'of several collections has the latest end',
    debtOf([
      { bonus: 50, before: 0, of_lots: 50, until: june },
      { bonus: 50, before: 0, of_lots: 50, until: may },
    ]),
    { returned: 100, received: 100 },
    [{ amount: 100, until: june }],
  ],
  [
    'is kept back in place of points without an end first',
    debtOf([mixed]),
    { returned: 100, received: 70 },
    [{ amount: 60, until: june }],
  ],
  ['is none where all is kept back', debtOf([all]), { returned: 100, received: 0 }, []],
  ['is none where none goes back', debtOf([all]), { returned: 0, received: 30 }, []],
  ['is none without a debt', null, { returned: 0, received: 30 }, []],
])('given balance that paid off a debt %s', (_, debt, back, expected) => {
  expect(returnBonusLot(debt, back)).toEqual(expected)
})

test('in any parts, as much comes back with an end as had one', () => {
  const collection = fc.record({
    bonus: fc.integer({ min: 1, max: 99_999 }),
    before: fc.nat(99_999),
    of_lots: fc.nat(199_999),
    until: fc.constantFrom(may, june),
  })
  fc.assert(
    fc.property(
      fc.array(collection, { minLength: 1, maxLength: 4 }),
      fc.array(fc.nat(50_000)),
      (given, parts) => {
        const total = given.reduce((sum, { bonus }) => sum + bonus, 0)
        const ending = given.reduce(
          (sum, { bonus, before, of_lots }) => sum + Math.min(Math.max(of_lots - before, 0), bonus),
          0,
        )
        let [back, ended] = [0, 0]
        for (const part of [...parts, total]) {
          const returned = Math.min(part, total - back)
          const [lot] = returnBonusLot(debtOf(given, back), { returned, received: returned })
          ended += lot?.amount ?? 0
          back += returned
        }
        expect(ended).toBe(ending)
      },
    ),
  )
})
