import type { Job } from '@shirogane/contract/rules/jobs'
import type { Db, Row } from '../db/sql.ts'

/** The last run of a job at one process, and what ended it. */
export type JobRun = {
  job: Job
  started_at: Date
  duration_ms: number
  /** Class and code of the error; null where the run came to its end. */
  error: string | null
  /** Failed runs in a row at this process, up to this one. */
  failures: number
}

/** Says that this process does these jobs, so that one that never runs is noticed. */
export async function recordKnown(db: Db, jobs: readonly Job[], at: Date): Promise<void> {
  await db.run(
    `insert into job_runs (job, known_since) select unnest($1::text[]), $2 on conflict do nothing`,
    [jobs, at],
    'jobs-known',
  )
}

export async function recordRuns(db: Db, runs: readonly JobRun[]): Promise<void> {
  await db.run(
    `insert into job_runs as j (job, known_since, started_at, duration_ms, error, failures)
     select r.job, r.started_at, r.started_at, r.duration_ms, r.error, r.failures
     from jsonb_to_recordset($1) r (job text, started_at timestamptz, duration_ms integer, error text, failures integer)
     on conflict (job) do update set started_at = excluded.started_at, duration_ms = excluded.duration_ms,
       error = excluded.error, failures = excluded.failures
     where j.started_at is null or j.started_at <= excluded.started_at`,
    [JSON.stringify(runs)],
    'job-runs',
  )
}

export type JobRunRow = Row & {
  job: string
  known_since: Date
  started_at: Date | null
  duration_ms: number | null
  error: string | null
  failures: number
}

export function listRuns(db: Db): Promise<JobRunRow[]> {
  return db.rows<JobRunRow>(
    'select job, known_since, started_at, duration_ms, error, failures from job_runs',
    [],
    'job-runs-listed',
  )
}
