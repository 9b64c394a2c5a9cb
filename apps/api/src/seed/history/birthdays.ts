import { limits } from '@shirogane/contract/rules/limits'
import { tokyoDate } from '@shirogane/domain/time/tokyo'
import { giveGift } from '@shirogane/ledger'
import type { Client } from 'pg'
import { dbOf } from '../../db/sql.ts'
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
  const db = dbOf(client)
  const level = await db.first<{ birthday_points: number }>(
    `select l.birthday_points from ledger.wallets w
     join levels l on l.level_index = ledger.level_held(w.level_index, w.level_given, w.level_given_until)
     where w.user_id = $1`,
    [customer],
  )
  await giveGift(db, {
    transaction_id: uuidv7(),
    user_id: customer,
    occasion: { campaign: 'birthday', period: tokyoDate(night).slice(0, 4) },
    points: level!.birthday_points,
    expires_at: endOfDay(night, limits.birthdayDays).toISOString(),
    message: { code: 'birthday' },
  })
}
