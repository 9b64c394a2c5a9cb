// Whose picture is drawn next is seen by the order alone: each piece of work ends when the test says so.
import { describe, expect, test, vi } from 'vitest'
import { Problem } from '../http/problem.ts'
import { takeTurns } from './turns.ts'

function desk(bounds: { atOnce?: number; waitingEach?: number; waitingInAll?: number } = {}) {
  const turns = takeTurns({ atOnce: 1, waitingEach: 3, waitingInAll: 20, ...bounds })
  const started: string[] = []
  const refused: string[] = []
  const ends = new Map<string, () => void>()
  const bring = (...names: string[]): void => {
    for (const name of names) {
      const person = name.charAt(0)
      turns
        .inTurn(person, () => {
          started.push(name)
          return new Promise<void>((end) => ends.set(name, end))
        })
        .catch((error: unknown) => {
          if (!(error instanceof Problem)) throw error
          refused.push(`${name} ${error.code} ${error.detail.retryAfterSeconds}`)
        })
    }
  }
  const nextTurn = () => new Promise((resolve) => setImmediate(resolve))
  const end = async (name: string): Promise<void> => {
    await nextTurn()
    ends.get(name)?.()
    await nextTurn()
  }
  const endAll = async (): Promise<string[]> => {
    await nextTurn()
    for (let done = 0; done < started.length; done += 1) await end(started[done] ?? '')
    return started
  }
  return { turns, bring, end, endAll, nextTurn, started, refused }
}

describe('turns', () => {
  test('go from person to person, however many pictures one of them brought first', async () => {
    const { bring, endAll } = desk()
    bring('a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'c2')
    expect(await endAll()).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3', 'a4'])
  })

  test('who comes while somebody with many waits has one picture before theirs', async () => {
    const { bring, end, endAll } = desk()
    bring('a1', 'a2', 'a3')
    await end('a1')
    bring('b1')
    expect(await endAll()).toEqual(['a1', 'a2', 'b1', 'a3'])
  })

  test('nothing comes in between for ever: each newcomer has one turn', async () => {
    const { bring, end, started } = desk()
    bring('a1', 'a2', 'b1')
    await end('a1')
    bring('c1')
    await end('b1')
    bring('d1')
    expect(started).toEqual(['a1', 'b1', 'a2'])
  })

  test('one person is at work once, where there is room for two', async () => {
    const { bring, nextTurn, started, endAll } = desk({ atOnce: 2 })
    bring('a1', 'a2', 'a3')
    await nextTurn()
    expect(started).toEqual(['a1'])
    bring('b1')
    await nextTurn()
    expect(started).toEqual(['a1', 'b1'])
    expect(await endAll()).toEqual(['a1', 'b1', 'a2', 'a3'])
  })

  test('a piece of work that fails gives its turn on', async () => {
    const { turns, bring, endAll } = desk()
    const failing = turns.inTurn('x', () => Promise.reject(new Error('broken')))
    bring('a1')
    await expect(failing).rejects.toThrow('broken')
    expect(await endAll()).toEqual(['a1'])
  })
})

describe('bounds', () => {
  test('one person has one at work and three waiting, and is told when to come again', async () => {
    const { bring, nextTurn, refused, endAll } = desk()
    bring('a1', 'a2', 'a3', 'a4', 'a5', 'b1')
    await nextTurn()
    expect(refused).toEqual(['a5 RATE_LIMITED 10'])
    expect(await endAll()).toEqual(['a1', 'b1', 'a2', 'a3', 'a4'])
  })

  test('where all waits are taken, who has most waiting gives one up for somebody who has none', async () => {
    const { bring, nextTurn, refused, endAll } = desk({ waitingInAll: 4 })
    bring('a1', 'a2', 'a3', 'a4', 'b1', 'c1')
    await nextTurn()
    expect(refused).toEqual(['a4 RATE_LIMITED 10'])
    bring('c2', 'd1', 'e1')
    await nextTurn()
    expect(refused.toSorted()).toEqual([
      'a3 RATE_LIMITED 10',
      'a4 RATE_LIMITED 10',
      'c2 OVERLOADED 10',
      'e1 OVERLOADED 10',
    ])
    expect(await endAll()).toEqual(['a1', 'b1', 'c1', 'd1', 'a2'])
  })

  test('a place is taken before anything is read, and comes back when the call ends', async () => {
    const { turns } = desk()
    let endFirst = (): void => undefined
    const first = turns.inPlace('a', () => new Promise<void>((end) => (endFirst = end)))
    const others = [1, 2, 3].map(() => turns.inPlace('a', () => new Promise<void>(() => undefined)))
    expect(others).toHaveLength(3)
    const read = vi.fn<() => Promise<void>>(() => Promise.resolve())
    await expect(turns.inPlace('a', read)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      detail: { retryAfterSeconds: 10 },
    })
    expect(read).not.toHaveBeenCalled()
    await turns.inPlace('b', read)
    endFirst()
    await first
    await turns.inPlace('a', read)
    expect(read).toHaveBeenCalledTimes(2)
  })

  test('a call that fails gives its place back too', async () => {
    const { turns } = desk()
    for (let times = 0; times < 9; times += 1)
      await expect(turns.inPlace('a', () => Promise.reject(new Error('no picture')))).rejects.toThrow('no')
  })
})
