import { Problem } from '../../http/problem.ts'
import { addDays } from '../../lib/days.ts'

/**
 * The national holidays as the house knows them: data, which grows by a line for each. What lies behind the last year
 * written here is not guessed; a run that would fall there is refused until the list goes on.
 */
const holidays: ReadonlySet<string> = new Set([
  '2026-11-03',
  '2026-11-23',
  '2027-01-01',
  '2027-01-11',
  '2027-02-11',
  '2027-02-23',
  '2027-03-21',
  // The Sunday before was a holiday.
  '2027-03-22',
  '2027-04-29',
  '2027-05-03',
  '2027-05-04',
  '2027-05-05',
  '2027-07-19',
  '2027-08-11',
  '2027-09-20',
  '2027-09-23',
  '2027-10-11',
  '2027-11-03',
  '2027-11-23',
  '2028-01-01',
  '2028-01-10',
  '2028-02-11',
  '2028-02-23',
  '2028-03-20',
  '2028-04-29',
  '2028-05-03',
  '2028-05-04',
  '2028-05-05',
  '2028-07-17',
  '2028-08-11',
  '2028-09-18',
  '2028-09-22',
  '2028-10-09',
  '2028-11-03',
  '2028-11-23',
])
const lastKnownDay = '2028-12-31'

/** The banks rest at the turn of the year whatever the calendar says. */
const turnOfYear: ReadonlySet<string> = new Set(['12-31', '01-01', '01-02', '01-03'])

/** 0 is Sunday. */
const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay()

export function isBankDay(date: string): boolean {
  if (date > lastKnownDay) throw new Problem('PAYOUT_CALENDAR')
  const weekday = weekdayOf(date)
  return weekday !== 0 && weekday !== 6 && !turnOfYear.has(date.slice(5)) && !holidays.has(date)
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
