import { expect, test } from 'vitest'
import { isUnfinished, readNumber } from './read-number.ts'

test.each([
  ['', null],
  [' 　', null],
  ['\u200b', null],
  ['0', 0],
  ['007', 7],
  ['12300', 12_300],
  ['12,300', 12_300],
  ['1,234,567', 1_234_567],
  ['１２，３００円', 12_300],
  ['¥12 300', 12_300],
  ['￥ 500', 500],
  ['\\500', 500],
  ['\u200e1,200\u202c', 1_200],
  ['\ufeff80', 80],
  ['999999999999999', 999_999_999_999_999],
])('%j is %j', (typed, number) => expect(readNumber(typed)).toBe(number))

test.each([
  '3-4',
  '1万',
  '10万円',
  '-500',
  '−５００',
  '▲500',
  '+5',
  '(500)',
  '1.5',
  '１５．５',
  '15.0',
  '3,4',
  '12,34',
  '1,2345',
  '3 4',
  '1 2345',
  '1〜2',
  '1/2',
  '1e5',
  '0x10',
  'Infinity',
  'abc',
  '銀',
  '五百',
  '500pt',
  '円',
  '¥',
  ',',
  '9'.repeat(20),
])('%j is not one number, and nothing is made of its digits', (typed) => {
  expect(readNumber(typed)).toBeUndefined()
})

test.each([
  ['1.5', 100, 150],
  ['0.07', 100, 7],
  ['1.15', 10_000, 11_500],
  ['.5', 100, 50],
  ['2.', 100, 200],
  ['１．５', 100, 150],
  ['1。5', 100, 150],
  ['1,200.5', 100, 120_050],
  ['1.8倍', 10_000, undefined],
  ['1.2.3', 100, undefined],
  ['-1.5', 100, undefined],
  ['.', 100, undefined],
])('%j times %i is %j', (typed, factor, value) => expect(readNumber(typed, factor)).toBe(value))

test('a number that is being typed is not called wrong yet', () => {
  for (const typed of ['', '1', '1,', '12,3', '12,30', '¥']) expect(isUnfinished(typed)).toBe(true)
  for (const typed of ['-', '3-', '1万', '1,234,5678', '3,4-']) expect(isUnfinished(typed)).toBe(false)
})
