import type { Notification } from '@shirogane/contract/resources/members/notifications'
import { dateInTokyo } from '../../shared/dates/dates.ts'

type GroupName = 'today' | 'week' | 'before'
export type Group = { name: GroupName; rows: Notification[] }

const dayMs = 86_400_000

/** Rows in their order under the days that they fell on in Japan, where a week begins on Sunday. */
export function groupsOf(rows: readonly Notification[], today: string): Group[] {
  const midnight = new Date(`${today}T00:00:00Z`)
  const sunday = new Date(midnight.getTime() - midnight.getUTCDay() * dayMs).toISOString().slice(0, 10)
  const groups: Group[] = []
  for (const row of rows) {
    const day = dateInTokyo(row.created_at)
    const name = day >= today ? 'today' : day >= sunday ? 'week' : 'before'
    const last = groups.at(-1)
    if (last?.name === name) last.rows.push(row)
    else groups.push({ name, rows: [row] })
  }
  return groups
}
