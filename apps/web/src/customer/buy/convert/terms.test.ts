import { expect, test } from 'vitest'
import { problemOf, termsOf, yenOf } from './terms.ts'

test('terms that are not there, or make no sense, exchange nothing at an odd rate', () => {
  expect(termsOf(undefined)).toEqual({ enabled: false, unit: 100, yen_per_unit: 100 })
  expect(termsOf({ enabled: 'yes', unit: 0, yen_per_unit: -1 })).toEqual({
    enabled: false,
    unit: 100,
    yen_per_unit: 100,
  })
  expect(termsOf({ enabled: true, unit: 50, yen_per_unit: 40 })).toEqual({
    enabled: true,
    unit: 50,
    yen_per_unit: 40,
  })
})

test('an amount is short before it is no whole unit, and right in whole units up to all that is held', () => {
  const terms = termsOf({ enabled: true })
  expect(problemOf(1_250, 1_234, terms)).toBe('short')
  expect(problemOf(1_250, 1_260, terms)).toBe('unit')
  expect(problemOf(1_200, 1_234, terms)).toBeNull()
  expect(yenOf(1_200, terms)).toBe(1_200)
})
