import { expect, test } from 'vitest'
import { toHalfWidthDigits, wholeFrom } from './half-width-digits.ts'

test('digits of any width are kept, and nothing else', () => {
  expect(toHalfWidthDigits('０９0-１２３４ 番')).toBe('0901234')
  expect(toHalfWidthDigits('銀')).toBe('')
})

test.each([
  ['', 0],
  ['0', 0],
  ['007', 7],
  ['12300', 12_300],
  ['12,300', 12_300],
  ['１２，３００円', 12_300],
  ['¥12 300', 12_300],
  ['-5', 5],
  ['−５', 5],
  ['15.5', 15],
  ['１５．５', 15],
  ['.5', 0],
  ['abc', 0],
  ['999999999999999', 999_999_999_999_999],
])('%j is %d', (typed, number) => expect(wholeFrom(typed)).toBe(number))

test('a number is never longer than asked, nor so long that it would not be exact', () => {
  expect(wholeFrom('123456', 5)).toBe(12_345)
  expect(Number.isSafeInteger(wholeFrom('9'.repeat(40)))).toBe(true)
})
