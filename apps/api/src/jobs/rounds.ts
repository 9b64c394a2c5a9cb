import { jobSchedules, type RepeatedJob } from '@shirogane/contract/rules/jobs'
import type { Context } from '../context.ts'

export type Rounds = {
  /** Looks at once instead of at the next tick. */
  wake(): void
  /** Looks until nothing is left, for a process whose workers are called by hand. */
  rest(): Promise<void>
  stop(): Promise<void>
}

/** Work that waits in a table: looked for as the job's schedule says and whenever a caller wakes it, one look at a time. */
export function startRounds(
  ctx: Context,
  job: RepeatedJob,
  /** Answers whether there may be more. */
  look: () => Promise<boolean>,
): Rounds {
  if (ctx.isManual) return manualRounds(look)
  let isStopped = false
  let isAsked = false
  let running: Promise<void> | null = null

  function wake(): void {
    if (isStopped) return
    isAsked = true
    running ??= work().finally(() => {
      running = null
      // Asked for between the last look and now.
      if (isAsked) wake()
    })
  }

  async function work(): Promise<void> {
    while (isAsked && !isStopped) {
      isAsked = false
      const run = ctx.runs.begin(job)
      try {
        if (await look()) isAsked = true
        run.end(null)
      } catch (error) {
        run.end(error)
        // The database is away; what was taken comes up again when its lease ends.
        ctx.log.warn({ err: error, event: job })
        return
      }
    }
  }

  const polling = setInterval(wake, jobSchedules[job].everySeconds * 1000)
  wake()
  return {
    wake,
    async rest() {
      wake()
      await running
    },
    async stop() {
      isStopped = true
      clearInterval(polling)
      await running
    },
  }
}

/** The same where nothing looks by itself: the one who runs the process says when. */
function manualRounds(look: () => Promise<boolean>): Rounds {
  return {
    wake: () => undefined,
    async rest() {
      while (await look());
    },
    stop: async () => undefined,
  }
}
