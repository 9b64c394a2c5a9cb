export { addDays, weekdayOf } from '@shirogane/bank/dates'

const dayMs = 86_400_000

export function daysBetween(from: string, until: string): number {
  return Math.round((Date.parse(`${until}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs)
}

/** The last second of a day in Asia/Tokyo, so many days after. */
export function endOfDay(at: Date, days: number): Date {
  const tokyoMs = 9 * 3_600_000
  const lastDay = Math.floor((at.getTime() + tokyoMs) / dayMs) + days
  return new Date((lastDay + 1) * dayMs - tokyoMs - 1_000)
}

/** A moment's time of day in Asia/Tokyo. */
export const timeOf = (at: Date): string =>
  at.toLocaleTimeString('ja-JP', { timeZone: 'Asia/Tokyo', hour: '2-digit', minute: '2-digit' })
