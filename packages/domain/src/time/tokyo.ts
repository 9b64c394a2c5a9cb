const dayMs = 86_400_000
const tokyoMs = 9 * 3_600_000

/** The date so many days after a date such as `2026-11-29`. */
export function dateAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

/** The last second of a day in Japan, so many days after a date there such as `2026-11-29`. */
export function endOfDayAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + (days + 1) * dayMs - tokyoMs - 1_000).toISOString()
}

/** The date in Japan, where all the shops are. */
export function tokyoDate(moment: Date): string {
  return new Date(moment.getTime() + tokyoMs).toISOString().slice(0, 10)
}
