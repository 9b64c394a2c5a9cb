import { AssertionError } from 'node:assert'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator } from 'playwright-core'

/** How long a story waits for what must come. On a machine that is slow or busy with other things it comes late, not wrong. */
export const patienceMs = 40_000

/** Waits until the statement holds, and says what it saw last when it never did. */
export async function eventually<T>(
  what: string,
  look: () => Promise<T> | T,
  holds: (value: T) => boolean,
): Promise<T> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const value = await look()
    if (holds(value)) return value
    if (performance.now() > deadline) {
      throw new AssertionError({
        message: `${what}, but after ${patienceMs} ms it is ${JSON.stringify(value)}`,
      })
    }
    await sleep(30)
  }
}

/** The words of an element on one line, as a person reads them. */
export async function wordsOf(locator: Locator): Promise<string> {
  return (await locator.innerText()).replace(/\s+/g, ' ').trim()
}

export async function sees(locator: Locator): Promise<void> {
  await locator.first().waitFor({ state: 'visible', timeout: patienceMs })
}

export async function seesNot(locator: Locator): Promise<void> {
  await locator.first().waitFor({ state: 'hidden', timeout: patienceMs })
}
