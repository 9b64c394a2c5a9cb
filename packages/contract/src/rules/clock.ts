import { weekdays } from './clock-text.ts'

const hourMs = 3_600_000

type Clock = { year: string; month: string; day: string; weekday: string; hour: string; minute: string }

/**
 * What a clock in Japan shows: nine hours ahead of UTC all year round, as the law has it since 1952. Reckoned and not asked of
 * `Intl`, whose first formatter for a zone takes so long to make that an old phone's first screen, and its word that it has
 * paid, would wait for it. Month, day, hour and minute have two digits.
 */
export function tokyoClock(instant: string | number): Clock {
  const moved = new Date(new Date(instant).getTime() + 9 * hourMs)
  const [date, time] = moved.toISOString().split('T') as [string, string]
  return {
    // From year 10,000 on it has a sign and six digits.
    year: String(Number(date.slice(0, -6))),
    month: date.slice(-5, -3),
    day: date.slice(-2),
    weekday: weekdays[moved.getUTCDay()]!,
    hour: time.slice(0, 2),
    minute: time.slice(3, 5),
  }
}
