import { step } from './progress.ts'

/** The number behind an option of the command line; undefined where it is not given. */
export function numberAfter(name: string): number | undefined {
  const place = process.argv.indexOf(name)
  return place < 0 ? undefined : Number(process.argv[place + 1])
}

/** A small generator of chances, so that a seed repeats what was drawn; the machine's timing stays its own. */
export function chances(from: number): () => number {
  let state = from >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** What a trial found, told as it goes. */
export class Verdicts {
  #passed = 0
  #failed = 0

  /** One check: what is wrong, in a sentence each, or nothing. */
  judge(name: string, wrong: readonly string[]): void {
    if (wrong.length === 0) this.#passed += 1
    else this.#failed += 1
    step(`${wrong.length === 0 ? 'good ' : 'WRONG'}  ${name}`)
    for (const sentence of wrong.slice(0, 10)) process.stdout.write(`           ${sentence}\n`)
    if (wrong.length > 10) process.stdout.write(`           and ${wrong.length - 10} more\n`)
  }

  /** The line that `npm test` counts, and the exit code. */
  close(): void {
    process.stdout.write(`${this.#passed} passed, ${this.#failed} failed\n`)
    if (this.#failed > 0) process.exitCode = 1
  }
}
