import { addDays, weekdayOf } from './dates.ts'

/** Months and days that are holidays in every year, as the law has them since 2022. */
const fixed = ['01-01', '02-11', '02-23', '04-29', '05-03', '05-04', '05-05', '08-11', '11-03', '11-23']
/** Month, and which of its Mondays. */
const mondays = [
  ['01', 2],
  ['07', 3],
  ['09', 3],
  ['10', 2],
] as const
/** The days of the equinoxes as the observatory's formula for 1980 to 2099 gives them: month, and the day in 1980. */
const equinoxes = [
  ['03', 20.8431],
  ['09', 23.2488],
] as const

/** Behind it the formula says nothing. */
export const lastKnownYear = 2099

const days = new Map<number, ReadonlySet<string>>()

/** The national holidays of a year, those that make up for a Sunday and those between two others among them. */
export function holidaysOf(year: number): ReadonlySet<string> {
  const known = days.get(year)
  if (known) return known
  const named = new Set([
    ...fixed.map((day) => `${year}-${day}`),
    ...mondays.map(([month, nth]) => mondayOf(year, month, nth)),
    ...equinoxes.map(([month, first]) => equinoxOf(year, month, first)),
  ])
  const all = new Set(named)
  for (const date of named) {
    if (named.has(addDays(date, 2)) && !named.has(addDays(date, 1))) all.add(addDays(date, 1))
    if (weekdayOf(date) !== 0) continue
    let next = addDays(date, 1)
    while (named.has(next)) next = addDays(next, 1)
    all.add(next)
  }
  days.set(year, all)
  return all
}

function mondayOf(year: number, month: string, nth: number): string {
  const first = `${year}-${month}-01`
  return addDays(first, ((8 - weekdayOf(first)) % 7) + (nth - 1) * 7)
}

function equinoxOf(year: number, month: string, first: number): string {
  const passed = year - 1980
  const day = Math.floor(first + 0.242194 * passed) - Math.floor(passed / 4)
  return `${year}-${month}-${String(day)}`
}
