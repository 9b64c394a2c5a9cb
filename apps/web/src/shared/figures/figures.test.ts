import fc, { type Arbitrary } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countText, gramsText, percentText, timesText } from './figures.ts'

/** What the browser itself would write, with the minus sign of all our figures. */
const byIntl = (value: number, options: Intl.NumberFormatOptions = {}): string =>
  new Intl.NumberFormat('ja-JP', { maximumFractionDigits: 4, ...options })
    .format(value)
    .replace('-', '\u2212')

const units = fc.oneof(
  fc.integer({ min: -20_000, max: 20_000 }),
  fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }),
)

function each(values: Arbitrary<number>, same: (value: number) => readonly [string, string]): void {
  fc.assert(
    fc.property(values, (value) => {
      const [ours, expected] = same(value)
      expect(ours).toBe(expected)
    }),
    { numRuns: 1_000 },
  )
}

describe('a figure is written as Intl would write it, and nothing of it is rounded', () => {
  test('things that are counted', () => {
    each(fc.maxSafeInteger(), (value) => [countText(value), byIntl(value)])
    expect([0, 999, 1_000, 1_234_567, -5_000].map(countText)).toEqual([
      '0',
      '999',
      '1,000',
      '1,234,567',
      '−5,000',
    ])
  })

  test('rates', () => {
    each(units, (value) => [percentText(value), `${byIntl(value / 100)}%`])
    expect([0, 5, 50, 100, 150, 1_025, 123_456].map(percentText)).toEqual([
      '0%',
      '0.05%',
      '0.5%',
      '1%',
      '1.5%',
      '10.25%',
      '1,234.56%',
    ])
  })

  test('what something is multiplied by', () => {
    each(units, (value) => [timesText(value), `${byIntl(value / 10_000)}倍`])
    expect([10_000, 15_000, 12_345, 20_000].map(timesText)).toEqual(['1倍', '1.5倍', '1.2345倍', '2倍'])
  })

  test('weights, as the shop’s scales show them', () => {
    each(units, (value) => [gramsText(value), `${byIntl(value / 1_000, { minimumFractionDigits: 2 })}g`])
    expect([0, 5, 4_200, 12_340, 12_345, 1_234_000].map(gramsText)).toEqual([
      '0.00g',
      '0.005g',
      '4.20g',
      '12.34g',
      '12.345g',
      '1,234.00g',
    ])
  })
})

test('a fraction of a piece stands as it is on record, and a part of a basis point is refused', () => {
  expect(countText(0.123456)).toBe('0.123456')
  for (const write of [percentText, timesText, gramsText]) expect(() => write(0.5)).toThrow(RangeError)
})
