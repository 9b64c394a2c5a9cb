import { expect, test } from 'vitest'
import { emptyDay, sumOfDays } from './rules.ts'

test.each([
  ['five', 5, [10, 23, 1]],
  ['midnight', 0, [1, 10, 23]],
])('the hours of several days begin with the hour of the shop, which is %s', (_, first, hours) => {
  const day = { ...emptyDay, hours: [23, 1, 10].map((hour) => ({ hour, count: 1, total: 700 })) }
  expect(sumOfDays([day, day], first).hours.map(({ hour }) => hour)).toEqual(hours)
})
