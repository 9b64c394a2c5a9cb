import { expect, test } from 'vitest'
import { type WithholdingMonth, withheldOf } from './withholding.ts'

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
