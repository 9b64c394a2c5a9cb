import { expect, test } from 'vitest'
import { toHalfWidthDigits } from './half-width-digits.ts'

test('digits of any width are kept, and nothing else', () => {
  expect(toHalfWidthDigits('０９0-１２３４ 番')).toBe('0901234')
  expect(toHalfWidthDigits('銀')).toBe('')
})
