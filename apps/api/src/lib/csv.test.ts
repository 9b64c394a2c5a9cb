import { expect, test } from 'vitest'
import { cell, csvDate, csvTime, decimal } from './csv.ts'

test('days and moments are written as the trade writes them, and those of Tokyo', () => {
  expect(csvDate('2026-11-21')).toBe('2026/11/21')
  expect(csvDate(new Date('2026-11-20T15:00:00Z'))).toBe('2026/11/21')
  expect(csvTime(new Date('2026-11-20T15:03:05Z'))).toBe('2026/11/21 00:03:05')
  expect(csvTime(new Date('2026-11-21T12:03:05Z'))).toBe('2026/11/21 21:03:05')
})

test.each([
  '0123',
  '００４２',
  '1234567890123456',
  '12.50',
  '1.0',
  '00.5',
  '7.',
  '.5',
  '12E3',
  '12E-3',
  '1,234',
  '１，２３４．５',
  '(123)',
  '（１２３）',
  '(1,234)',
  '5%',
  '12.5 ％',
  '%5',
  '1 1/2',
  '3-12',
  '7/8',
  '12-1999',
  '1-2-3',
  '10:30',
  '10:30 PM',
  '5 P',
  '10時30分',
  '1月2日',
  '１月２日',
  '2026年1月',
  '2026年1月2日',
  'R6.1.2',
  'r6/1/2',
  'H31-4-30',
  '令和6年1月2日',
  '令和元年5月1日',
  '㋿6年1月2日',
  'MAR1',
  'ＭＡＲ１',
  'Sept 2',
  'MARCH1',
  'DEC-1999',
  'May 1, 2026',
  '1-MAR',
  '1MAR',
  '1 Mar 2026',
])('a spreadsheet keeps %s as it was engraved', (text) => {
  expect(cell(text).replaceAll('"', '')).toBe(`'${text}`)
})

test.each([
  '1234',
  '0',
  '12.5',
  'TS-0042',
  'R6',
  'MARI1',
  'MAR',
  'S925.1',
  '5%引き',
  '(金沢)',
  '1月の会計',
  '9時',
  '20261121-KNZ1-0007',
  '2026/11/21',
  '2026/11/21 09:03:05',
])('a spreadsheet reads %s as it is meant', (text) => expect(cell(text)).toBe(text))

test('money and counts are plain integers, and weights have their places', () => {
  expect(cell(12_345)).toBe('12345')
  expect(cell(decimal(12.5, 3))).toBe('12.500')
})
