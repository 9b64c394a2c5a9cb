import { Problem } from '../../http/problem.ts'
import { addDays, weekdayOf } from '../../lib/days.ts'
import { holidaysOf, lastKnownYear } from '@shirogane/bank/holidays'

/** The banks rest at the turn of the year, also on weekdays. */
const turnOfYear: ReadonlySet<string> = new Set(['12-31', '01-01', '01-02', '01-03'])

export function isBankDay(date: string): boolean {
  const year = Number(date.slice(0, 4))
  // What lies behind is not guessed: a run that would fall there is refused.
  if (year > lastKnownYear) throw new Problem('PAYOUT_CALENDAR')
  const weekday = weekdayOf(date)
  return weekday !== 0 && weekday !== 6 && !turnOfYear.has(date.slice(5)) && !holidaysOf(year).has(date)
}

/** This day, or the bank's next day of business. */
export function bankDayFrom(date: string): string {
  let day = date
  while (!isBankDay(day)) day = addDays(day, 1)
  return day
}

export type Run = {
  /** The last day, in Japan, on which a request or its cancellation still counts for this run. */
  cutoff_on: string
  /** The day on which the file is made. */
  file_on: string
  /** The day on which the money arrives. */
  value_date: string
}

const monday = 1

/** The run that a request of this day in Japan belongs to: closed at the end of Monday, filed on Tuesday, paid on Friday. */
export function runOf(today: string): Run {
  const cutoff_on = addDays(today, (monday - weekdayOf(today) + 7) % 7)
  return { cutoff_on, file_on: addDays(cutoff_on, 1), value_date: bankDayFrom(addDays(cutoff_on, 4)) }
}

/**
 * On which day a file that is made today is paid. A bank takes it until the day before: what was planned for an earlier day
 * goes on the bank's next one.
 */
export function valueDateOf(today: string, planned: string): string {
  return planned > today ? planned : bankDayFrom(addDays(today, 1))
}

/** The first moment after the cut-off, in Japan. */
export function endOfCutoff({ cutoff_on }: Run): Date {
  return new Date(`${addDays(cutoff_on, 1)}T00:00:00+09:00`)
}
