import { expect, test } from 'vitest'
import { daysOverdue, isOverdue } from './overdue.ts'

test.each([
  ['the day before', '2026-11-26', -1, false],
  ['its own day', '2026-11-27', 0, false],
  ['the next day', '2026-11-28', 1, true],
  ['the next year', '2027-02-25', 90, true],
])('on %s', (_, today, days, overdue) => {
  expect(daysOverdue('2026-11-27', today)).toBe(days)
  expect(isOverdue('2026-11-27', today)).toBe(overdue)
})
