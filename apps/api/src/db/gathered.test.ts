import { expect, test } from 'vitest'
import { gathered } from './gathered.ts'

/** A reader that answers each batch when it is told to. */
function slow() {
  const batches: { keys: readonly string[]; answer: PromiseWithResolvers<Map<string, string>> }[] = []
  const ask = gathered<string, string>((keys) => {
    const answer = Promise.withResolvers<Map<string, string>>()
    batches.push({ keys, answer })
    return answer.promise
  })
  return { ask, batches }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('whoever asks alone is read at once, and who comes while both lanes are busy is read together', async () => {
  const { ask, batches } = slow()
  const [a, b, c, d] = [ask('a'), ask('b'), ask('c'), ask('d')]
  expect(batches.map(({ keys }) => keys)).toEqual([['a'], ['b']])
  batches[0]?.answer.resolve(new Map([['a', 'A']]))
  expect(await a).toBe('A')
  await turn()
  expect(batches[2]?.keys).toEqual(['c', 'd'])
  batches[1]?.answer.resolve(new Map())
  batches[2]?.answer.resolve(new Map([['d', 'D']]))
  expect([await b, await c, await d]).toEqual([null, null, 'D'])
})

test('nobody is answered from a reading that began before they asked', async () => {
  const { ask, batches } = slow()
  const first = ask('a')
  const other = ask('b')
  const again = ask('a')
  batches[0]?.answer.resolve(new Map([['a', 'old']]))
  await turn()
  batches[2]?.answer.resolve(new Map([['a', 'new']]))
  batches[1]?.answer.resolve(new Map())
  expect([await first, await other, await again]).toEqual(['old', null, 'new'])
})

test('a batch that fails, fails for those who were in it, and the next one is read', async () => {
  const { ask, batches } = slow()
  const first = ask('a')
  batches[0]?.answer.reject(new Error('gone'))
  await expect(first).rejects.toThrow('gone')
  const second = ask('a')
  batches[1]?.answer.resolve(new Map([['a', 'A']]))
  expect(await second).toBe('A')
})
