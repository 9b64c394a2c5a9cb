import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from './processes.ts'
import type { Postgres } from './start.ts'
import { PostgresTrouble } from './trouble.ts'

export interface Kept {
  /** Resolves, with a sentence, when the server has died and cannot be had again. */
  lost: Promise<PostgresTrouble>
  /** Ends the watch, and then the server as its own `stop` does. */
  stop: () => Promise<void>
}

const lookEveryMs = 250
/** What is up again for so long has got over it: the next death is counted from the beginning. */
const wellAfterMs = 5 * 60_000

/**
 * Starts a server again that dies, at the same address, so that its users find it again. Each time later than the time
 * before, and only so often: a server that dies again and again has a reason that no start mends.
 */
export function keepRunning(
  first: Postgres,
  {
    log,
    pausesMs = [0, 500, 1_000, 2_000, 4_000, 8_000],
  }: { log: (line: string) => void; pausesMs?: readonly number[] },
): Kept {
  const ending = new AbortController()
  let current = first
  const lost = Promise.withResolvers<PostgresTrouble>()

  async function watch(): Promise<void> {
    let deaths = 0
    let upSince = performance.now()
    while (!ending.signal.aborted) {
      await pause(lookEveryMs)
      if (ending.signal.aborted || isAlive(current.pid)) continue
      if (performance.now() - upSince > wellAfterMs) deaths = 0
      log('The database has died and is started again')
      let trouble: unknown = null
      let isBack = false
      while (!isBack && deaths < pausesMs.length) {
        await pause(pausesMs[deaths]!)
        if (ending.signal.aborted) return
        deaths += 1
        try {
          current = await current.revive()
          isBack = true
        } catch (error) {
          trouble = error
        }
      }
      if (!isBack) return lost.resolve(givenUp(trouble))
      upSince = performance.now()
      log('The database is back')
    }
  }

  async function pause(ms: number): Promise<void> {
    await sleep(ms, null, { signal: ending.signal }).catch(() => undefined)
  }

  const watching = watch()
  return {
    lost: lost.promise,
    async stop() {
      ending.abort()
      await watching
      await current.stop()
    },
  }
}

function givenUp(trouble: unknown): PostgresTrouble {
  return trouble instanceof PostgresTrouble
    ? trouble
    : new PostgresTrouble(
        'The database dies again and again, and is not started any more: look into its log.',
      )
}
