import { AssertionError } from 'node:assert'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator } from 'playwright-core'

/** Waits until the statement holds, and says what it saw last when it never did. */
export async function eventually<T>(
  what: string,
  look: () => Promise<T> | T,
  holds: (value: T) => boolean,
  timeoutMs = 10_000,
): Promise<T> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const value = await look()
    if (holds(value)) return value
    if (performance.now() > deadline) {
      throw new AssertionError({
        message: `${what}, but after ${timeoutMs} ms it is ${JSON.stringify(value)}`,
      })
    }
    await sleep(30)
  }
}

/** The words of an element on one line, as a person reads them. */
export async function wordsOf(locator: Locator): Promise<string> {
  return (await locator.innerText()).replace(/\s+/g, ' ').trim()
}

export async function sees(locator: Locator, timeoutMs = 10_000): Promise<void> {
  await locator.first().waitFor({ state: 'visible', timeout: timeoutMs })
}

export async function seesNot(locator: Locator, timeoutMs = 10_000): Promise<void> {
  await locator.first().waitFor({ state: 'hidden', timeout: timeoutMs })
}
