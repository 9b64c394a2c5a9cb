import { type Job, jobs } from '@shirogane/contract/rules/jobs'
import type { Db } from '../db/sql.ts'
import type { Log } from '../log.ts'
import { type JobRun, recordKnown, recordRuns } from './runs-store.ts'

const writeEveryMs = 60_000

export type Runs = {
  /** Says that a run of this job begins here and now; `end` takes the error that ended it, or null. */
  begin(job: Job): { end(error: unknown): void }
  /** Writes what is not written yet. */
  stop(): Promise<void>
}

/**
 * Keeps the last run of each job, for the page of staff. Most jobs run every few seconds: their runs are written together
 * once a minute, and at once the first, and where a job fails that did not, or works again.
 */
export function startRuns({ db, log, now }: { db: Db; log: Log; now: () => Date }): Runs {
  const last = new Map<Job, JobRun>()
  const unwritten = new Set<Job>()
  let writing = Promise.resolve()

  function write(): Promise<void> {
    writing = writing.then(async () => {
      const taken = [...unwritten]
      unwritten.clear()
      if (taken.length === 0) return
      try {
        await recordRuns(
          db,
          taken.map((job) => last.get(job)!),
        )
      } catch (error) {
        // The database is away, as most jobs find at the same moment. They are written with the next.
        for (const job of taken) unwritten.add(job)
        log.warn({ err: error, event: 'job_runs' })
      }
    })
    return writing
  }

  writing = recordKnown(db, jobs, now()).catch((error: unknown) =>
    log.warn({ err: error, event: 'job_runs' }),
  )
  const timer = setInterval(() => void write(), writeEveryMs)
  timer.unref()

  return {
    begin(job) {
      const started_at = now()
      const beginning = performance.now()
      return {
        end(error) {
          const before = last.get(job)
          const failures = error === null ? 0 : (before?.failures ?? 0) + 1
          last.set(job, {
            job,
            started_at,
            duration_ms: Math.round(performance.now() - beginning),
            error: error === null ? null : nameOf(error),
            failures,
          })
          unwritten.add(job)
          if (before === undefined || before.failures > 0 !== failures > 0) void write()
        },
      }
    },
    async stop() {
      clearInterval(timer)
      await write()
    },
  }
}

/** For a process that is driven by hand: no job of it runs by itself. */
export const noRuns: Runs = { begin: () => ({ end: () => undefined }), stop: async () => undefined }

/** Class and code of an error. Its text may quote a row, and stays in the log, which removes what is personal. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? `${error.name} ${code}` : error.name
}
