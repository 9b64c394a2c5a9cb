import { expect, test } from 'vitest'
import { amountAfterKey, keypadKeyOf } from './keypad-keys.ts'
import type { KeypadKey } from './keypad-keys.ts'

const limit = 9_999_999

test.each<[number, KeypadKey, number]>([
  [0, '0', 0],
  [0, '00', 0],
  [0, '3', 3],
  [3, '00', 300],
  [300, '00', 30_000],
  [30_000, 'erase', 3_000],
  [3, 'erase', 0],
  [30_000, 'clear', 0],
  [999_999, '9', 9_999_999],
  [9_999_999, '0', 9_999_999],
  [999_999, '00', 999_999],
])('%d and the key %s make %d', (amount, key, expected) => {
  expect(amountAfterKey(amount, key, limit)).toBe(expected)
})

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }

test.each([
  ['Digit7', '7'],
  ['Numpad0', '0'],
  ['Backspace', 'erase'],
  ['Delete', 'clear'],
  ['KeyA', null],
  ['F12', null],
])('the hardware key %s means %s, whatever an input method makes of it', (code, expected) => {
  expect(keypadKeyOf({ code, ...plain })).toBe(expected)
})

test('a key with a modifier is left to the browser', () => {
  expect(keypadKeyOf({ code: 'Digit1', ...plain, ctrlKey: true })).toBeNull()
})
