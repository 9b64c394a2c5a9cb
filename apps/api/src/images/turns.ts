import { Problem } from '../http/problem.ts'

export type Turns = {
  /**
   * Makes a call that brings something, when one of this person's places is free: it is taken before the first byte is
   * read, and comes back with the answer.
   */
  inPlace<T>(person: string, call: () => Promise<T>): Promise<T>
  /** Does the work when it is this person's turn. */
  inTurn<T>(person: string, work: () => Promise<T>): Promise<T>
}

type Waiting = { start: () => void; refuse: (problem: Problem) => void }

const retryAfterSeconds = 10
const tooManyOfTheirs = () => new Problem('RATE_LIMITED', { retryAfterSeconds, reason: 'images' })

/**
 * People take turns, and not their pictures: each has one at work at most, and after it goes behind all who wait.
 * `waitingEach` is what may wait for one person. Where `waitingInAll` wait, one more of those who have the most waiting
 * is given up for a person who has less.
 */
export function takeTurns({
  atOnce,
  waitingEach,
  waitingInAll,
}: {
  atOnce: number
  waitingEach: number
  waitingInAll: number
}): Turns {
  const places = new Map<string, number>()
  const lines = new Map<string, Waiting[]>()
  /** Those whose turn comes, the next one first. Who is at work is not among them. */
  const order = new Set<string>()
  const atWork = new Set<string>()

  function startNext(): void {
    for (const person of order) {
      if (atWork.size >= atOnce) return
      order.delete(person)
      const line = lines.get(person) ?? []
      const first = line.shift()
      if (line.length === 0) lines.delete(person)
      if (!first) continue
      atWork.add(person)
      first.start()
    }
  }

  function makeRoom(mine: number): void {
    const all = [...lines.values()]
    if (all.reduce((sum, line) => sum + line.length, 0) < waitingInAll) return
    const longest = all.reduce((most, line) => (line.length > most.length ? line : most))
    if (longest.length <= mine + 1) throw new Problem('OVERLOADED', { retryAfterSeconds, reason: 'images' })
    longest.pop()?.refuse(tooManyOfTheirs())
  }

  async function waitForTurn(person: string): Promise<void> {
    const mine = lines.get(person)?.length ?? 0
    if (mine >= waitingEach + (atWork.has(person) ? 0 : 1)) throw tooManyOfTheirs()
    if (atWork.size >= atOnce || atWork.has(person)) makeRoom(mine)
    await new Promise<void>((start, refuse) => {
      lines.set(person, [...(lines.get(person) ?? []), { start, refuse }])
      if (!atWork.has(person)) order.add(person)
      startNext()
    })
  }

  return {
    async inPlace(person, call) {
      const held = places.get(person) ?? 0
      if (held > waitingEach) throw tooManyOfTheirs()
      places.set(person, held + 1)
      try {
        return await call()
      } finally {
        const left = (places.get(person) ?? 1) - 1
        if (left > 0) places.set(person, left)
        else places.delete(person)
      }
    },
    async inTurn(person, work) {
      await waitForTurn(person)
      try {
        return await work()
      } finally {
        atWork.delete(person)
        if (lines.has(person)) order.add(person)
        startNext()
      }
    },
  }
}
