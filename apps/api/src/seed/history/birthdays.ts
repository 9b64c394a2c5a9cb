import { limits } from '@shirogane/contract/rules/limits'
import type { Client } from 'pg'
import { uuidv7 } from '../../db/uuid.ts'
import { endOfDay } from '../../lib/days.ts'
import type { Member } from '../cast.ts'

/** The night in this time in which a member got the points for their month of birth, if there is one. */
export function birthdayNight(member: Member, since: Date, until: Date): Date | null {
  if (member.date_of_birth === null || member.suspended) return null
  const month = member.date_of_birth.slice(5, 7)
  const nights = [since, until].map(
    (at) => new Date(`${String(at.getUTCFullYear())}-${month}-01T00:20:00+09:00`),
  )
  return nights.find((night) => night > since && night < until) ?? null
}

/** As the brand gives them: once a year, and what the rank of that night is worth. */
export async function giveBirthday(client: Client, customer: string, night: Date): Promise<void> {
  await client.query(
    `select ledger.grant_once('birthday', to_char($3::timestamptz at time zone 'Asia/Tokyo', 'YYYY'), $2, $1, null,
       l.birthday_points, $4, 0, '{"code": "birthday"}')
     from ledger.wallets w join levels l on l.level_index = ledger.level_held(w.level_index, w.level_given, w.level_given_until) where w.user_id = $1`,
    [customer, uuidv7(), night, endOfDay(night, limits.birthdayDays)],
  )
}
