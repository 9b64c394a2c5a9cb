import type { Context } from '../context.ts'

const sealEveryMs = 10_000
const tidyEveryMs = 10 * 60_000

/**
 * What the ledger needs done now and then: everything posted is sealed within a minute, lapsed checkouts are given up,
 * and rows that nobody needs any more go. Every process may run it; the database lets one seal at a time.
 */
export function startKeeper(ctx: Context): { stop(): Promise<void> } {
  const timers = [
    repeat(ctx, 'seal', sealEveryMs, 'select ledger.seal()'),
    repeat(ctx, 'lapsed checkouts', sealEveryMs * 3, 'select ledger.close_lapsed_checkouts()'),
    repeat(ctx, 'tidy', tidyEveryMs, 'select ledger.tidy()'),
  ]
  return {
    async stop() {
      await Promise.all(timers.map((timer) => timer.stop()))
    },
  }
}

/** The next round begins a while after the last one has ended, so that a slow one is never overtaken. */
function repeat(ctx: Context, name: string, everyMs: number, statement: string): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout
  let running = Promise.resolve()
  let isStopped = false
  const next = () => {
    timer = setTimeout(() => {
      running = ctx.db
        .rows(statement)
        .then(() => undefined)
        .catch((error: unknown) =>
          ctx.log.warn({ err: error, job: name }, 'a job failed and will be tried again'),
        )
        .finally(() => {
          if (!isStopped) next()
        })
    }, everyMs)
    timer.unref()
  }
  next()
  return {
    stop() {
      isStopped = true
      clearTimeout(timer)
      return running
    },
  }
}
