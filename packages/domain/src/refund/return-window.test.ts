import { expect, test } from 'vitest'
import { returnableSince } from './return-window.ts'

test.each([
  ['2026-11-30', 14, '2026-11-16'],
  ['2026-03-10', 14, '2026-02-24'],
  ['2028-03-10', 14, '2028-02-25'],
  ['2027-01-05', 30, '2026-12-06'],
  ['2026-11-30', 0, '2026-11-30'],
])('on %s what was sold within %i days may come back: since %s', (today, window_days, since) => {
  expect(returnableSince({ today, window_days })).toBe(since)
})
