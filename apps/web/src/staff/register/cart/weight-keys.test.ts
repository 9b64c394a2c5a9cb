import type { KeypadKey } from '@shirogane/ui/inputs/keypad-keys'
import { describe, expect, test } from 'vitest'
import { type TypedWeight, weightAfterKey } from './weight-keys.ts'

const limit = 100_000
const named: Readonly<Record<string, KeypadKey>> = { '<': 'erase', c: 'clear', '%': '00' }

/** Hundredths of a gram after these keys, of which `<` erases, `c` clears and `%` is the key with two noughts. */
function typed(keys: string, refused: string[] = []): number {
  let weight: TypedWeight = { hundredths: 0, decimals: null }
  for (const key of keys) {
    const next = weightAfterKey(weight, named[key] ?? (key as KeypadKey | '.'), limit)
    if (next === null) refused.push(key)
    else weight = next
  }
  return weight.hundredths
}

describe('a weight that is typed', () => {
  test.each([
    ['421', 421],
    ['4.21', 421],
    ['4.2', 420],
    ['4.', 400],
    ['4', 4],
    ['.5', 50],
    ['0.05', 5],
    ['4.%', 400],
    ['1000.00', 100_000],
    ['4.21<', 420],
    ['4.21<<', 400],
    ['4.21<<<', 4],
    ['4.21<<<<', 0],
    ['4.2<5', 450],
    ['4.21c7', 7],
  ])('%s makes %d', (keys, hundredths) => {
    const refused: string[] = []
    expect(typed(keys, refused)).toBe(hundredths)
    expect(refused).toEqual([])
  })

  test.each([
    ['4.215', 421, ['5']],
    ['4.2%', 420, ['%']],
    ['4..2', 420, ['.']],
    ['1001.', 1_001, ['.']],
    ['1000.01', 100_000, ['1']],
    ['1000001', 100_000, ['1']],
  ])('%s has a key that no weight has a place for', (keys, hundredths, without) => {
    const refused: string[] = []
    expect(typed(keys, refused)).toBe(hundredths)
    expect(refused).toEqual(without)
  })
})
