import { monitorEventLoopDelay } from 'node:perf_hooks'
import type pg from 'pg'

const sampleMs = 500
/** A process this far behind answers nobody in time; turning some away at once serves the rest. */
const delayMaxMs = 1_000
const waitingMax = 400

export function watchPressure(pool: pg.Pool): { isHigh(): boolean; stop(): void } {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  let isBehind = false
  const timer = setInterval(() => {
    isBehind = delay.mean / 1e6 > delayMaxMs
    delay.reset()
  }, sampleMs)
  timer.unref()
  return {
    isHigh: () => isBehind || pool.waitingCount > waitingMax,
    stop() {
      clearInterval(timer)
      delay.disable()
    },
  }
}
