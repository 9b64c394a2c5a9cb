import { addDays } from '../../lib/days.ts'

/**
 * A member who would lose at least so many points on one day is notified so many days before, and once more shortly
 * before.
 */
export const noticeDays = [30, 7] as const
export const noticePointsMin = 100
/** Days on which the job did not run are made up for, so far back: older news is none. */
const daysBackMax = 7

/** The days to be worked on: those since the last one that was, and this one. */
export function daysToNotify(last: string | null, date: string): string[] {
  const first = addDays(date, 1 - daysBackMax)
  const from = last === null ? date : [addDays(last, 1), first].toSorted().at(-1)!
  const days: string[] = []
  for (let day = from; day <= date; day = addDays(day, 1)) days.push(day)
  return days
}
