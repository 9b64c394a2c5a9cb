import fc from 'fast-check'
import { expect, test } from 'vitest'
import { worldsOf } from '@shirogane/domain/testing/worlds/told-twice'
import { rules, tryWorlds } from './worlds.ts'

test.each(rules)('in 500 worlds, $area: $name', (worlds) => {
  expect(tryWorlds(worlds, { seed: 1, count: 500 })).toBeNull()
})

test('a rule that is wrong in one world of a hundred is found, and found again by its seed', () => {
  const wrong = worldsOf('wrong', fc.integer({ min: 1, max: 100 }), (world) => ({
    rule: world === 77 ? 0 : world,
    model: world,
  }))
  const found = tryWorlds(wrong, { seed: 1, count: 10_000 })
  expect(found).toMatchObject({ world: 77, rule: 0, model: 77 })
  expect(tryWorlds(wrong, { seed: found!.seed, count: 1 })).toEqual(found)
})

test('and so is one that breaks', () => {
  const broken = worldsOf('broken', fc.nat(), () => {
    throw new RangeError('no such rank')
  })
  expect(tryWorlds(broken, { seed: 5, count: 3 })).toMatchObject({
    seed: 5,
    error: { message: 'no such rank' },
  })
})
