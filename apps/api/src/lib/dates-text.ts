import { weekdayOf } from '@shirogane/bank/dates'

const weekdays = '日月火水木金土'

/** 12月28日 */
export function shortDayText(date: string): string {
  const [, month = 0, day = 0] = date.split('-').map(Number)
  return `${month}月${day}日`
}

/** 12月28日(月) */
export const dayText = (date: string): string => `${shortDayText(date)}(${weekdays[weekdayOf(date)]})`

/** 2026年12月28日 */
export const longDayText = (date: string): string => `${Number(date.slice(0, 4))}年${shortDayText(date)}`

/** 2026年12月28日 10:05, in Asia/Tokyo. */
export const momentText = (at: string): string =>
  new Date(at).toLocaleString('ja-JP', { timeZone: 'Asia/Tokyo', dateStyle: 'long', timeStyle: 'short' })
