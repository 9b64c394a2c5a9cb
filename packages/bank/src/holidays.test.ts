import { expect, test } from 'vitest'
import { holidaysOf } from './holidays.ts'

/** As the cabinet office announced them, and as the calendars of the observatory name them for the years after. */
const announced: Record<number, string> = {
  2024: '01-01 01-08 02-11 02-12 02-23 03-20 04-29 05-03 05-04 05-05 05-06 07-15 08-11 08-12 09-16 09-22 09-23 10-14 11-03 11-04 11-23',
  2025: '01-01 01-13 02-11 02-23 02-24 03-20 04-29 05-03 05-04 05-05 05-06 07-21 08-11 09-15 09-23 10-13 11-03 11-23 11-24',
  2026: '01-01 01-12 02-11 02-23 03-20 04-29 05-03 05-04 05-05 05-06 07-20 08-11 09-21 09-22 09-23 10-12 11-03 11-23',
  2027: '01-01 01-11 02-11 02-23 03-21 03-22 04-29 05-03 05-04 05-05 07-19 08-11 09-20 09-23 10-11 11-03 11-23',
  2028: '01-01 01-10 02-11 02-23 03-20 04-29 05-03 05-04 05-05 07-17 08-11 09-18 09-22 10-09 11-03 11-23',
}

test('the holidays of a year are those that were announced for it', () => {
  for (const [year, days] of Object.entries(announced)) {
    expect([...holidaysOf(Number(year))].toSorted()).toEqual(days.split(' ').map((day) => `${year}-${day}`))
  }
})

test('a day between two holidays rests as well, and a holiday on a Sunday is made up for behind the holidays that follow', () => {
  expect(holidaysOf(2032).has('2032-09-21')).toBe(true)
  expect(holidaysOf(2037).has('2037-05-06')).toBe(true)
  expect(holidaysOf(2033).has('2033-03-21')).toBe(true)
  expect(holidaysOf(2098).has('2098-09-22')).toBe(true)
})
