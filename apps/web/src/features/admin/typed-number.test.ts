import { expect, test } from 'vitest'
import { typedNumber } from './typed-number.ts'

test.each([
  ['', 1, null],
  [' 　', 1, null],
  ['100,000', 1, 100_000],
  ['１００，０００', 1, 100_000],
  ['1.5', 100, 150],
  ['0.07', 100, 7],
  ['1.15', 10_000, 11_500],
  ['10万', 1, undefined],
  ['500pt', 1, undefined],
  ['1.8倍', 10_000, undefined],
  ['1.5', 1, undefined],
  ['1e5', 1, undefined],
  ['-1', 1, undefined],
  ['9'.repeat(20), 1, undefined],
])('%j times %i is %j', (typed, factor, value) => {
  expect(typedNumber(typed, factor)).toBe(value)
})
