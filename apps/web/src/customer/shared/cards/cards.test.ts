import { expect, test } from 'vitest'
import { brandTag, expiryOf, expiryText, numberText } from './cards.ts'

test.each([
  [2026, 10, 'expired'],
  [2026, 11, 'soon'],
  [2027, 1, 'soon'],
  [2027, 2, 'good'],
] as const)('a card that ends in %i/%i is %s on 21 November 2026', (exp_year, exp_month, expected) => {
  expect(expiryOf({ exp_year, exp_month }, '2026-11-21')).toBe(expected)
})

test('a card is shown by its brand, its last digits and its end', () => {
  expect([brandTag('Visa'), brandTag('JCB')]).toEqual(['VISA', 'JCB'])
  expect(numberText({ last4: '4242' })).toBe('•••• 4242')
  expect(expiryText({ exp_month: 8, exp_year: 2029 })).toBe('08/29')
})
