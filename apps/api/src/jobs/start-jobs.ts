import { jobSchedules } from '@shirogane/contract/rules/jobs'
import type { Context } from '../context.ts'
import { listWork } from './jobs.ts'

/** How often is looked whether the hour of a daily job has come. */
const dailyEverySeconds = 60

/** Begins the timers of this process. The next run begins a while after the last one has ended, so that a slow one is never overtaken. */
export function startJobs(ctx: Context): { stop(): Promise<void> } {
  const timers = [...listWork(ctx)].map(([job, work]) => {
    const schedule = jobSchedules[job]
    const isDaily = 'dailyAt' in schedule
    const seconds = isDaily ? dailyEverySeconds : schedule.everySeconds
    return repeat(seconds * 1000, async () => {
      const run = ctx.runs.begin(job)
      try {
        const done = await work()
        // A look at the clock that came too early is no run of a daily job.
        if (!isDaily || done === true) run.end(null)
      } catch (error) {
        run.end(error)
        ctx.log.warn({ err: error, job }, 'a job failed and will be tried again')
      }
    })
  })
  return {
    async stop() {
      await Promise.all(timers.map((timer) => timer.stop()))
    },
  }
}

function repeat(everyMs: number, run: () => Promise<void>): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout
  let running = Promise.resolve()
  let isStopped = false
  const waitForNext = () => {
    timer = setTimeout(() => {
      running = run().finally(() => {
        if (!isStopped) waitForNext()
      })
    }, everyMs)
    timer.unref()
  }
  waitForNext()
  return {
    stop() {
      isStopped = true
      clearTimeout(timer)
      return running
    },
  }
}
