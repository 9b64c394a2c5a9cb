import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { Amount } from './Amount.tsx'
import { formatAmount } from './format-amount.ts'
import type { AmountSign, AmountUnit } from './format-amount.ts'

afterEach(cleanup)

const cases: readonly (readonly [value: number, unit: AmountUnit, sign: AmountSign, text: string])[] = [
  [0, '円', 'auto', '0円'],
  [0, '円', 'always', '0円'],
  [999, '円', 'auto', '999円'],
  [1000, '円', 'auto', '1,000円'],
  [12480, '円', 'auto', '12,480円'],
  [-8800, '円', 'auto', '\u22128,800円'],
  [-8800, '円', 'always', '\u22128,800円'],
  [120, 'pt', 'always', '+120pt'],
  [38280, '¥', 'auto', '¥38,280'],
  [-438, '¥', 'auto', '\u2212¥438'],
  [171380, '¥', 'always', '+¥171,380'],
  [Number.MAX_SAFE_INTEGER, '円', 'auto', '9,007,199,254,740,991円'],
]

test.each(cases)('%d in %s with sign %s is written %s, on screen as in words', (value, unit, sign, text) => {
  expect(formatAmount(value, unit, sign)).toBe(text)
  const { container } = render(<Amount value={value} unit={unit} sign={sign} />)
  expect(container.textContent).toBe(text)
})

test('its digits stand in threes as Japan writes them, at every length', () => {
  const grouping = new Intl.NumberFormat('ja-JP')
  for (let power = 1; power < Number.MAX_SAFE_INTEGER; power *= 10) {
    for (const value of [power - 1, power, -power, power * 5 + 7].filter(Number.isSafeInteger)) {
      expect(formatAmount(value, '円')).toBe(`${grouping.format(value).replace('-', '\u2212')}円`)
    }
  }
})

describe('an amount that is not a whole number of yen', () => {
  test.each([0.5, 1.1, Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER + 1])(
    '%d is refused rather than rounded',
    (value) => {
      expect(() => formatAmount(value, '円')).toThrow(RangeError)
    },
  )
})

test('a hidden amount shows no figure and is called 非表示', () => {
  const { container } = render(<Amount value={12480} hidden />)
  expect(screen.getByRole('img', { name: '非表示' }).textContent).toBe('＊＊＊＊')
  expect(container.innerHTML).not.toMatch(/12|480/)
})

test('a change counts up to exactly the new value', async () => {
  const { container, rerender } = render(<Amount value={1000} counts />)
  rerender(<Amount value={12480} counts />)
  await expect.poll(() => container.textContent).toBe('12,480円')
})
