import { dailyJobs } from '@shirogane/api/jobs/jobs'
import type { Client, Pool } from 'pg'

/**
 * What is done once a day counts as held by another process around today: a minute after a server has started it would
 * come into the middle of what is looked at, and do another thing on every date, since the end of a month asks for all
 * payouts and its beginning gives points. A test about the nights moves the clock.
 */
export async function endNights(db: Pick<Client | Pool, 'query'>): Promise<void> {
  await db.query(
    `insert into daily_runs (job, on_date, held_until)
     select job, (now() at time zone 'Asia/Tokyo')::date - day, 'infinity'
     from unnest($1::text[]) job cross join generate_series(0, 1) day
     on conflict do nothing`,
    [dailyJobs],
  )
}
