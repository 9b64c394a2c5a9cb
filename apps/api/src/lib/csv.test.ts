import { expect, test } from 'vitest'
import { csvDate, csvTime } from './csv.ts'

test('days and moments are written as the trade writes them, and those of Tokyo', () => {
  expect(csvDate('2026-11-21')).toBe('2026/11/21')
  expect(csvDate(new Date('2026-11-20T15:00:00Z'))).toBe('2026/11/21')
  expect(csvTime(new Date('2026-11-20T15:03:05Z'))).toBe('2026/11/21 00:03:05')
  expect(csvTime(new Date('2026-11-21T12:03:05Z'))).toBe('2026/11/21 21:03:05')
})
