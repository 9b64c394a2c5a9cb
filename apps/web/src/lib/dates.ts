const hourMs = 3_600_000
const weekdays = '日月火水木金土'

type Clock = { year: string; month: string; day: string; weekday: string; hour: string; minute: string }

/**
 * What a clock in Japan shows: nine hours ahead of UTC all year round, as the law has it since 1952. Reckoned and not asked of
 * `Intl`, whose first formatter for a zone takes so long to make that an old phone's first screen, and its word that it has
 * paid, would wait for it.
 */
function read(instant: string | number): Clock {
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

/** 11/20(金) 14:32 */
export function listTime(instant: string | number): string {
  const { month, day, weekday, hour, minute } = read(instant)
  return `${month}/${day}(${weekday}) ${hour}:${minute}`
}

/** 2026/11/20(金) 14:32 */
export function detailTime(instant: string | number): string {
  return `${read(instant).year}/${listTime(instant)}`
}

/** 2026/11/20(金), of an instant or of a date without a time. */
export function detailDate(instant: string): string {
  const { year, month, day, weekday } = read(instant.length === 10 ? `${instant}T00:00:00+09:00` : instant)
  return `${year}/${month}/${day}(${weekday})`
}

/** 1/9(土), of a date without a time. */
export function shortDate(date: string): string {
  const { month, day, weekday } = read(`${date}T00:00:00+09:00`)
  return `${Number.parseInt(month, 10)}/${Number.parseInt(day, 10)}(${weekday})`
}

/** The date in Tokyo, as `2026-11-20`. */
export function dateInTokyo(instant: string | number): string {
  const { year, month, day } = read(instant)
  return `${year}-${month}-${day}`
}

export function todayInTokyo(): string {
  return dateInTokyo(Date.now())
}

/** 2026年11月20日, of a date without a time. */
export function longDate(date: string): string {
  const [year, month, day] = date.split('-').map(Number)
  return `${String(year)}年${String(month)}月${String(day)}日`
}

/** 2026年11月 */
export function monthHead(instant: string): string {
  const { year, month } = read(instant)
  return `${year}年${Number.parseInt(month, 10)}月`
}

/** 14:32, or 9:05 */
export function clockTime(instant: string | number): string {
  const { hour, minute } = read(instant)
  return `${Number.parseInt(hour, 10)}:${minute}`
}

/** 今日 14:32, 昨日 9:05, else the list form. Only notices say today and yesterday. */
export function noticeTime(instant: string, now: number = Date.now()): string {
  const day = dateInTokyo(instant)
  if (day === dateInTokyo(now)) return `今日 ${clockTime(instant)}`
  if (day === dateInTokyo(now - 24 * hourMs)) return `昨日 ${clockTime(instant)}`
  return listTime(instant)
}
