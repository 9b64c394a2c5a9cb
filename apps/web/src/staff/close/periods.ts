import { isCalendarDate } from '@shirogane/contract/inputs/person'

export const periods = ['day', 'week', 'month'] as const
export type Period = (typeof periods)[number]

const at = (date: string) => new Date(`${date}T00:00:00Z`)
const dateOf = (moment: Date) => moment.toISOString().slice(0, 10)

/** The day, the week from Sunday on, or the month that a date lies in. */
export function periodOf(period: Period, date: string): { from: string; until: string } {
  if (period === 'day') return { from: date, until: date }
  const from = at(date)
  const until = at(date)
  if (period === 'week') {
    from.setUTCDate(from.getUTCDate() - from.getUTCDay())
    until.setTime(from.getTime())
    until.setUTCDate(from.getUTCDate() + 6)
  } else {
    from.setUTCDate(1)
    until.setUTCMonth(until.getUTCMonth() + 1, 0)
  }
  return { from: dateOf(from), until: dateOf(until) }
}

/** What an address asks for: today where it says nothing, and where no shop has come so far. */
export function shownIn(
  search: Readonly<Record<string, string | undefined>>,
  today: string,
): { period: Period; on: string } {
  const on = search['on'] ?? today
  return {
    period: periods.find((name) => name === search['period']) ?? 'day',
    on: isCalendarDate(on) && on <= today ? on : today,
  }
}

/** A date in the period so many before or after. A month moves to its first day, since not every month has a 31st. */
export function shiftDate(period: Period, date: string, by: number): string {
  const moment = at(date)
  if (period === 'month') moment.setUTCMonth(moment.getUTCMonth() + by, 1)
  else moment.setUTCDate(moment.getUTCDate() + by * (period === 'week' ? 7 : 1))
  return dateOf(moment)
}
