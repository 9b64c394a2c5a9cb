import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Debt, debtOf, june, may } from '../testing/given-debt.ts'
import { givenLots } from '../testing/worlds/given-lots.ts'
import { returnBonusLot } from './return-bonus-lot.ts'

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

test.each([givenLots])('$name', ({ told }) => {
  fc.assert(
    fc.property(told, ({ rule, model }) => {
      expect(rule).toEqual(model)
    }),
  )
})
