import { expect, test } from 'vitest'
import { dueOn } from './due-on.ts'

test.each([
  ['2026-11-01', '2026-12-28', 'a Sunday moves to Monday'],
  ['2026-11-30', '2026-12-28', 'the last of the month'],
  ['2026-10-01', '2026-11-27', 'a Friday'],
  ['2026-12-31', '2027-01-27', 'of the next year'],
  ['2024-03-01', '2024-04-30', 'a Saturday, a Sunday and the 29th of April'],
  ['2027-01-01', '2027-02-26', 'two months away would be too far: the day before'],
])('what is bought on %s is due on %s: %s', (bought, due) => {
  expect(dueOn(bought)).toBe(due)
})

test('a day of the bank, less than two months away, whenever it was bought', () => {
  for (let day = Date.UTC(2024, 0, 1); day <= Date.UTC(2044, 11, 31); day += 86_400_000) {
    const bought = new Date(day)
    const due = new Date(dueOn(bought.toISOString().slice(0, 10)))
    // Two months after the 31st of December is the last of February.
    const end = new Date(day)
    end.setUTCMonth(end.getUTCMonth() + 2)
    if (end.getUTCDate() !== bought.getUTCDate()) end.setUTCDate(0)
    expect(due > bought && due < end, bought.toISOString()).toBe(true)
    expect([0, 6]).not.toContain(due.getUTCDay())
  }
})
