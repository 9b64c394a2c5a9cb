import { createHash } from 'node:crypto'

export type Draw = ReturnType<typeof drawOf>

/** Choices of one act by seed and number: the same on every machine, no matter what the acts before it came to. */
export function drawOf(seed: string, act: number) {
  let state = createHash('sha256').update(`choices ${seed} ${act}`).digest().readUInt32BE(0)

  /** At least 0 and below 1. */
  function part(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (min: number, max: number): number => min + Math.floor(part() * (max - min + 1))
  function pick<T>(from: readonly T[]): T {
    const one = from[int(0, from.length - 1)]
    if (one === undefined) throw new Error('Nothing to pick from')
    return one
  }
  /** One of these, each as often as its weight says. */
  function weighted<T extends { weight: number }>(from: readonly T[]): T {
    let left = part() * from.reduce((sum, { weight }) => sum + weight, 0)
    for (const one of from) {
      left -= one.weight
      if (left < 0) return one
    }
    return from.at(-1)!
  }
  return { part, int, pick, weighted, chance: (share: number) => part() < share }
}
