import { expect, test } from 'vitest'
import { type PaymentsAround, type WithholdingMonth, withheldOf, withholdingMonth } from './withholding.ts'

const nothing = { paid: 0, withheld: 0 }

test.each<[string, number, number, WithholdingMonth, number]>([
  ['the brand withholds nothing', 900_000, 0, null, 0],
  ['a month of the allowance', 120_000, 0, nothing, 0],
  ['nine yen above it, of which a tenth is cut off', 120_009, 0, nothing, 0],
  ['ten yen above it', 120_010, 0, nothing, 1],
  ['a single large payment', 200_000, 0, nothing, 8_168],
  [
    'the second payment of a month, the first within the allowance',
    100_000,
    0,
    { paid: 100_000, withheld: 0 },
    8_168,
  ],
  [
    'the third, of which the tax of the second is off',
    100_000,
    0,
    { paid: 200_000, withheld: 8_168 },
    10_210,
  ],
  ['what went untaxed before is not made up for', 10_000, 0, { paid: 200_000, withheld: 0 }, 1_021],
  ['more was withheld before than is due', 10_000, 0, { paid: 200_000, withheld: 99_999 }, 0],
  ['a yen always arrives beside the fee', 120, 110, { paid: 900_000, withheld: 79_638 }, 9],
])('%s', (_, amount, fee, month, withheld) => {
  expect(withheldOf(amount, fee, month)).toBe(withheld)
})

const around: PaymentsAround = { mode: 'gaikoin', on: '2026-11-27', payouts: [], claims: [] }
const payout = { on: '2026-11-27', status: 'paid', amount: 150_000, withheld: 3_063 } as const

test.each<[string, Partial<PaymentsAround>, WithholdingMonth]>([
  ['nothing where the brand has not said that it withholds', { mode: null, payouts: [payout] }, null],
  ['nothing where it has said that it does not', { mode: 'none', payouts: [payout] }, null],
  [
    'what was paid to the bank, and what was withheld of it',
    { payouts: [payout] },
    { paid: 150_000, withheld: 3_063 },
  ],
  [
    'what lies in a file to the bank',
    { payouts: [payout, { ...payout, status: 'exported', amount: 1_000, withheld: 102 }] },
    { paid: 151_000, withheld: 3_165 },
  ],
  ['not what never arrived or came back', { payouts: [{ ...payout, status: 'failed' }] }, nothing],
  [
    'all of its days, the last one and the first',
    { payouts: [{ ...payout, on: '2026-11-01' }], claims: [{ on: '2026-11-30', amount: 500 }] },
    { paid: 150_500, withheld: 3_063 },
  ],
  [
    'not the day before it, the day after, or the month of another year',
    {
      payouts: [
        { ...payout, on: '2026-10-31' },
        { ...payout, on: '2026-12-01' },
        { ...payout, on: '2025-11-27' },
      ],
      claims: [{ on: '2026-12-01', amount: 500 }],
    },
    nothing,
  ],
  [
    'what was claimed as balance',
    { claims: [{ on: '2026-11-03', amount: 500 }] },
    { paid: 500, withheld: 0 },
  ],
])('to the month of a payment counts %s', (_, change, month) => {
  expect(withholdingMonth({ ...around, ...change })).toEqual(month)
})
