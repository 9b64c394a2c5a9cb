import { type Job, jobs, jobSchedules } from '@shirogane/contract/rules/jobs'
import type { Actor, Context } from '../../context.ts'
import type { Output } from '../../http/operation.ts'
import { type JobRunRow, listRuns } from '../../jobs/runs-store.ts'

const minuteMs = 60_000
/** Runs are written once a minute, and a job that takes its time is not late for it. */
const graceMs = 5 * minuteMs
const dayMs = 24 * 60 * minuteMs
/** A daily job that waits for the morning, or for another process that gave it up, is not late for it. */
const dailyGraceMs = 2 * 60 * minuteMs

/** What the server does by itself, when it last did it, and how that ended. */
export async function listSchedules(ctx: Context, _actor: Actor): Promise<Output<'admin.schedules'>> {
  const rows = new Map((await listRuns(ctx.db)).map((row) => [row.job, row]))
  // Without keys for it nothing is pushed, and what is never begun is not late.
  const done = jobs.filter((job) => job !== 'pushes' || ctx.gateways.push !== null)
  return { items: done.map((job) => present(job, rows.get(job) ?? null, ctx.now())) }
}

function present(job: Job, row: JobRunRow | null, now: Date): Output<'admin.schedules'>['items'][number] {
  const schedule = jobSchedules[job]
  const everySeconds = 'everySeconds' in schedule ? schedule.everySeconds : null
  const allowedMs = everySeconds === null ? dayMs + dailyGraceMs : 3 * everySeconds * 1000 + graceMs
  const since = row?.started_at ?? row?.known_since
  return {
    job,
    every_seconds: everySeconds,
    daily_at: 'dailyAt' in schedule ? schedule.dailyAt : null,
    last:
      row?.started_at == null
        ? null
        : { at: row.started_at.toISOString(), duration_ms: row.duration_ms!, error: row.error },
    failures: row?.failures ?? 0,
    is_late: since !== undefined && now.getTime() - since.getTime() > allowedMs,
  }
}
