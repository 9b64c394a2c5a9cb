import { limits } from '@shirogane/contract/rules/limits'
import type { Db, Row, Tx } from '../../../db/sql.ts'

/** Nine signs of a number in E.164 name the ten thousand that a carrier was given together. Null for what is no number. */
export function blockOf(target: string): string | null {
  return target.startsWith('+') ? target.slice(0, 9) : null
}

/** Until when nothing is texted to these numbers or for this network; null when nothing holds it back. */
export async function findPauseEnd(
  db: Db,
  { block, network }: { block: string | null; network: string },
  at: Date,
): Promise<Date | null> {
  const row = await db.first<{ until: Date | null }>(
    `select max(until) as until from sms_pauses
     where ((scope = 'block' and name = $1) or (scope = 'network' and name = $2)) and until > $3`,
    [block, network, at],
    'sms-pause',
  )
  return row?.until ?? null
}

/**
 * Counts numbers and not codes: a person who asks three times and confirms the third has confirmed. What goes to proved
 * numbers is told in the sum of all, and pauses nothing for newcomers.
 */
const watched = `select scope, name, target_name, bool_or(used_at is not null) as is_confirmed
   from pins cross join lateral (values ('block', sms_block), ('network', sms_network), ('all', '')) as s (scope, name)
   where sms_block is not null and (scope = 'all' or not to_proved) and created_at > $1::timestamptz - make_interval(secs => ${limits.smsWatchSeconds})
   group by scope, name, target_name
   -- A code that can still be confirmed says nothing yet.
   having bool_or(used_at is not null) or max(expires_at) <= $1`

export type PauseRow = Row & {
  scope: 'block' | 'network' | 'all'
  name: string
  asked: number
  confirmed: number
  until: Date
}

/** Pauses what too few confirm and answers what was not paused before; of two processes one is told. */
export function pauseUnconfirmed(tx: Tx, at: Date, until: Date): Promise<PauseRow[]> {
  return tx.rows<PauseRow>(
    `insert into sms_pauses (scope, name, asked, confirmed, since, until)
     select scope, name, count(*), count(*) filter (where is_confirmed), $1, $2 from (${watched}) w
     group by scope, name
     having count(*) >= ${limits.smsWatchedNumbers}
       and count(*) filter (where is_confirmed) * 100 < count(*) * ${limits.smsConfirmedPercent}
     order by scope, name
     on conflict (scope, name) do update set asked = excluded.asked, confirmed = excluded.confirmed,
       since = excluded.since, until = excluded.until where sms_pauses.until <= excluded.since
     returning scope, name, asked, confirmed, until`,
    [at, until],
    'sms-pause-unconfirmed',
  )
}

/** How the last hour's texts fare, for the operator who watches the figures. */
export async function countSms(
  db: Db,
  at: Date,
): Promise<{ asked: number; confirmed: number; pauses: number }> {
  const row = await db.first<{ asked: number; confirmed: number; pauses: number }>(
    `select count(*)::int as asked, (count(*) filter (where is_confirmed))::int as confirmed,
       (select count(*)::int from sms_pauses where scope <> 'all' and until > $1) as pauses
     from (${watched}) w where scope = 'all'`,
    [at],
    'sms-figures',
  )
  return row!
}
