import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/sql.ts'
import { Problem } from '../../../http/problem.ts'
import { findLastChange } from './security-store.ts'

const coolingMs = 24 * 3_600_000

/**
 * Until when money stays where it is, because a thief may have taken the account over: a day from the last new
 * password, mail address or number. Null where nothing of the kind happened.
 */
export async function coolingUntil(ctx: Context, db: Db, userId: string): Promise<Date | null> {
  const changedAt = await findLastChange(db, userId, ['email', 'phone', 'password'])
  if (changedAt === null) return null
  const until = new Date(changedAt.getTime() + coolingMs)
  return until > ctx.now() ? until : null
}

const clock = new Intl.DateTimeFormat('ja-JP', {
  timeZone: 'Asia/Tokyo',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hourCycle: 'h23',
})

export const coolingProblem = (until: Date): Problem =>
  new Problem('COOLING_OFF', { blanks: { time: clock.format(until) } })
