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
/** As many turns of the loop as a reading waits for before it begins, and some more. */
async function turn(): Promise<void> {
  for (let n = 0; n < 10; n += 1) await new Promise((resolve) => setImmediate(resolve))
}

test('who asks in one turn is read together, and who comes during a reading goes with the next', async () => {
  const { ask, batches } = slow()
  const [a, b] = [ask('a'), ask('b')]
  await turn()
  const [c, d] = [ask('c'), ask('d')]
  await turn()
  expect(batches.map(({ keys }) => keys)).toEqual([['a', 'b']])
  batches[0]?.answer.resolve(new Map([['a', 'A']]))
  expect([await a, await b]).toEqual(['A', null])
  await turn()
  expect(batches[1]?.keys).toEqual(['c', 'd'])
  batches[1]?.answer.resolve(new Map([['d', 'D']]))
  expect([await c, await d]).toEqual([null, 'D'])
})

test('nobody is answered from a reading that began before they asked', async () => {
  const { ask, batches } = slow()
  const first = ask('a')
  await turn()
  const again = ask('a')
  batches[0]?.answer.resolve(new Map([['a', 'old']]))
  expect(await first).toBe('old')
  await turn()
  batches[1]?.answer.resolve(new Map([['a', 'new']]))
  expect(await again).toBe('new')
})

test('a batch that fails, fails for those who were in it, and the next one is read', async () => {
  const { ask, batches } = slow()
  const first = ask('a')
  await turn()
  const second = ask('a')
  batches[0]?.answer.reject(new Error('gone'))
  await expect(first).rejects.toThrow('gone')
  await turn()
  batches[1]?.answer.resolve(new Map([['a', 'A']]))
  expect(await second).toBe('A')
})
