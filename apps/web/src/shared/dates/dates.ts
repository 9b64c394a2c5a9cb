import { tokyoClock } from '@shirogane/contract/rules/clock'
import { text } from './text.ts'

/** 11/20(Fri) 14:32, with the day of the week in Japanese. */
export function listTime(instant: string | number): string {
  const { month, day, weekday, hour, minute } = tokyoClock(instant)
  return `${month}/${day}(${weekday}) ${hour}:${minute}`
}

/** 2026/11/20(Fri) 14:32 */
export function detailTime(instant: string | number): string {
  return `${tokyoClock(instant).year}/${listTime(instant)}`
}

/** 2026/11/20(Fri), of an instant or of a date without a time. */
export function detailDate(instant: string): string {
  const { year, month, day, weekday } = tokyoClock(
    instant.length === 10 ? `${instant}T00:00:00+09:00` : instant,
  )
  return `${year}/${month}/${day}(${weekday})`
}

/** 1/9(Sat), of a date without a time. */
export function shortDate(date: string): string {
  const { month, day, weekday } = tokyoClock(`${date}T00:00:00+09:00`)
  return `${Number.parseInt(month, 10)}/${Number.parseInt(day, 10)}(${weekday})`
}

/** The date in Tokyo, as `2026-11-20`. */
export function dateInTokyo(instant: string | number): string {
  const { year, month, day } = tokyoClock(instant)
  return `${year}-${month}-${day}`
}

export function todayInTokyo(): string {
  return dateInTokyo(Date.now())
}

/** Year, month and day in words, of a date without a time. */
export function longDate(date: string): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  return text.date(year, month, day)
}

/** Year and month in words. */
export function monthHead(instant: string): string {
  const { year, month } = tokyoClock(instant)
  return text.month(year, Number.parseInt(month, 10))
}

/** 14:32, or 9:05 */
export function clockTime(instant: string | number): string {
  const { hour, minute } = tokyoClock(instant)
  return `${Number.parseInt(hour, 10)}:${minute}`
}

/** 14:32 of this date; of another one with that: 11/21(Sat) 09:05. */
export function timeOn(date: string, instant: string): string {
  return dateInTokyo(instant) === date ? clockTime(instant) : listTime(instant)
}
