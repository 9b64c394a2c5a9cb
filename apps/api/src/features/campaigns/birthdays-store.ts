import type { Db, Row } from '../../db/sql.ts'

export type Birthday = Row & { user_id: string; points: number }

/**
 * Members whose month of birth this is and who have not had their points this year. A member who registered their
 * birthday within the month has had points for that; theirs begin next year. The 29th of February is in February every
 * year.
 */
export function listBirthdays(
  db: Db,
  asked: { year: string; month: number; since: Date; count: number },
): Promise<Birthday[]> {
  return db.rows(
    `select u.id as user_id, l.birthday_points as points
     from users u
     join ledger.wallets w on w.user_id = u.id
     join levels l on l.level_index = ledger.level_held(w.level_index, w.level_given, w.level_given_until)
     where u.type = 'customer' and u.verified and u.suspended_at is null and u.closed_at is null
       and extract(month from u.date_of_birth) = $2 and u.created_at < $3 and l.birthday_points > 0
       and not exists (select from ledger.campaign_grants g
         where g.user_id = u.id and (g.campaign = 'birthday' and g.period = $1
           or g.campaign = 'birthday_registration' and g.granted_at >= $3))
     order by u.id limit $4`,
    [asked.year, asked.month, asked.since, asked.count],
    'birthdays',
  )
}
