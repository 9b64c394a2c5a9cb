import type { Db, Row } from '../db/sql.ts'

/** The last day whose hour has come, in Tokyo and by the ledger's clock, and the minute of the day that it is now. */
export async function getDueDay(db: Db, minutes: number): Promise<{ date: string; minute: number }> {
  const row = await db.first<{ date: string; minute: number }>(
    `select (n.at - make_interval(mins => $1))::date as date,
       (extract(hour from n.at) * 60 + extract(minute from n.at))::int as minute
     from (select ledger.now() at time zone 'Asia/Tokyo' as at) n`,
    [minutes],
    'due-day',
  )
  return row!
}

/** Takes the day for five minutes, or for five more. Answers false where it is done, or another process is at it. */
export async function holdDay(db: Db, job: string, date: string, again = false): Promise<boolean> {
  const row = await db.first<Row>(
    `insert into daily_runs as r (job, on_date, held_until) values ($1, $2, ledger.now() + interval '5 minutes')
     on conflict (job, on_date) do update set held_until = excluded.held_until
     where r.finished_at is null and (r.held_until <= ledger.now() or $3)
     returning r.job`,
    [job, date, again],
    'hold-day',
  )
  return row !== null
}

export async function finishDay(db: Db, job: string, date: string, done: number): Promise<void> {
  await db.run(
    `update daily_runs set finished_at = ledger.now(), done = $3 where job = $1 and on_date = $2`,
    [job, date, done],
    'finish-day',
  )
}

/** The last day before this one whose work was done; null where there is none. */
export async function findFinishedBefore(db: Db, job: string, date: string): Promise<string | null> {
  const row = await db.first<{ date: string | null }>(
    `select max(on_date) as date from daily_runs where job = $1 and on_date < $2 and finished_at is not null`,
    [job, date],
    'finished-before',
  )
  return row?.date ?? null
}
