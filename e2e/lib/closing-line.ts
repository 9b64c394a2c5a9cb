import type { Reporter, Suite, TestCase } from '@playwright/test/reporter'

/** Ends the command with the line that npm test counts. What passed at its second attempt is named as flaky above it. */
export default class ClosingLine implements Reporter {
  #journeys: TestCase[] = []

  onBegin(_config: unknown, suite: Suite): void {
    this.#journeys = suite.allTests()
  }

  onEnd(): void {
    // Where they were only listed, or could not begin.
    if (this.#journeys.every(({ results }) => results.length === 0)) return
    const passed = this.#journeys.filter((journey) => journey.ok() && journey.outcome() !== 'skipped')
    process.stdout.write(`${passed.length} passed, ${this.#journeys.length - passed.length} failed\n`)
  }
}
