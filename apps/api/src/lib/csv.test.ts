import { expect, test } from 'vitest'
import { cell, csvDate, csvTime } from './csv.ts'

test('days and moments are written as the trade writes them, and those of Tokyo', () => {
  expect(csvDate('2026-11-21')).toBe('2026/11/21')
  expect(csvDate(new Date('2026-11-20T15:00:00Z'))).toBe('2026/11/21')
  expect(csvTime(new Date('2026-11-20T15:03:05Z'))).toBe('2026/11/21 00:03:05')
  expect(csvTime(new Date('2026-11-21T12:03:05Z'))).toBe('2026/11/21 21:03:05')
})

test.each(['0123', '００４２', '1234567890123456', '12E3', '3-12', '7/8', '12-1999', '1-2-3', '10:30'])(
  'a spreadsheet keeps %s as it was engraved',
  (text) => expect(cell(text)).toBe(`'${text}`),
)

test.each([
  '1234',
  '0',
  '0.500',
  '12.50',
  'TS-0042',
  '20261121-KNZ1-0007',
  '2026/11/21',
  '2026/11/21 09:03:05',
])('a spreadsheet reads %s as it is meant', (text) => expect(cell(text)).toBe(text))

test('money and counts are plain integers', () => {
  expect(cell(12_345)).toBe('12345')
})
