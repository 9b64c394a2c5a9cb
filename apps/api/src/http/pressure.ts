import type pg from 'pg'

const sampleMs = 500
/** A process this far behind answers no caller in time; turning some away at once serves the rest. */
const lateMaxMs = 1_000
const waitingMax = 400

/**
 * Whether calls had better be turned away. One long stop, of the machine or of a single piece of work, is over when it is
 * seen: only a process that comes late to two samples in a row is behind. (A histogram of the loop's delay cannot say
 * so: it counts nothing at the first turn after a reset, and a process that is behind has no second one.)
 */
export function watchPressure(pool: Pick<pg.Pool, 'waitingCount'>): { isHigh(): boolean; stop(): void } {
  let sampledAt = performance.now()
  let lateInARow = 0
  const timer = setInterval(() => {
    const now = performance.now()
    lateInARow = now - sampledAt - sampleMs > lateMaxMs ? lateInARow + 1 : 0
    sampledAt = now
  }, sampleMs)
  timer.unref()
  return {
    isHigh: () => lateInARow > 1 || pool.waitingCount > waitingMax,
    stop: () => clearInterval(timer),
  }
}
