import { clockTime, dateInTokyo, listTime } from '../../shared/dates/dates.ts'

const dayMs = 86_400_000

/** 今日 14:32, 昨日 9:05, else the list form. Nothing else says today and yesterday. */
export function noticeTime(instant: string, today: string): string {
  const day = dateInTokyo(instant)
  if (day === today) return `今日 ${clockTime(instant)}`
  if (day === dateInTokyo(Date.parse(`${today}T00:00:00+09:00`) - dayMs)) return `昨日 ${clockTime(instant)}`
  return listTime(instant)
}
