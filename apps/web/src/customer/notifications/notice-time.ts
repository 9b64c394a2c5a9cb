import { clockTime, dateInTokyo, listTime } from '../../shared/dates/dates.ts'
import { text } from './notice-time-text.ts'

const dayMs = 86_400_000

/** Today and yesterday in a word, else the list form. Nothing else says today and yesterday. */
export function noticeTime(instant: string, today: string): string {
  const day = dateInTokyo(instant)
  if (day === today) return text.today(clockTime(instant))
  if (day === dateInTokyo(Date.parse(`${today}T00:00:00+09:00`) - dayMs))
    return text.yesterday(clockTime(instant))
  return listTime(instant)
}
