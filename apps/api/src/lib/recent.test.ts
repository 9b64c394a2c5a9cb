import { expect, test } from 'vitest'
import { recent } from './recent.ts'

test('a name is new once, until as many others have come by as are kept', () => {
  const names = recent(2)
  expect(['a', 'a', 'b', 'a', 'c', 'c', 'a', 'b'].map((name) => names.add(name))).toEqual([
    true,
    false,
    true,
    false,
    true,
    false,
    true,
    true,
  ])
})

test('asking for a name keeps nothing', () => {
  const names = recent(1)
  expect(names.has('a')).toBe(false)
  expect(names.add('a')).toBe(true)
  expect(names.has('a')).toBe(true)
  names.add('b')
  expect(names.has('a')).toBe(false)
})

test('each keeps its own', () => {
  expect(recent(1).add('a')).toBe(true)
  expect(recent(1).add('a')).toBe(true)
})
