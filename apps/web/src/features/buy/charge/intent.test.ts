import { beforeEach, expect, test } from 'vitest'
import { endIntent, intentFor } from './intent.ts'

const store = new Map<string, string>()
beforeEach(() => {
  store.clear()
  Object.defineProperty(globalThis, 'sessionStorage', {
    configurable: true,
    value: {
      getItem: (key: string) => store.get(key) ?? null,
      setItem: (key: string, value: string) => void store.set(key, value),
      removeItem: (key: string) => void store.delete(key),
    },
  })
})

test('the same amount with the same card is the same act, also after a reload, until the server has answered', () => {
  const first = intentFor(3_000, 'card')
  expect(intentFor(3_000, 'card')).toEqual(first)
  endIntent()
  expect(intentFor(3_000, 'card').key).not.toBe(first.key)
})

test('another amount or another card is another act', () => {
  const { key } = intentFor(3_000, 'card')
  expect(intentFor(5_000, 'card').key).not.toBe(key)
  expect(intentFor(5_000, 'other').key).not.toBe(key)
})

test('what is no act in the store is none', () => {
  store.set('shirogane.charge', '{')
  expect(intentFor(500, 'card')).toMatchObject({ amount: 500, method: 'card' })
})
