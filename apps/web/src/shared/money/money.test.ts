import { describe, expect, test } from 'vitest'
import { inFours, pointsText, signedPointsText, yenText } from './money.ts'

describe('amounts as customers read them', () => {
  test('yen and points are grouped and carry their unit without a blank', () => {
    expect(yenText(12_480)).toBe('12,480円')
    expect(yenText(0)).toBe('0円')
    expect(pointsText(3_215)).toBe('3,215pt')
    expect(yenText(999_999_999)).toBe('999,999,999円')
  })

  test('money out has the minus sign U+2212, never a hyphen, and money in a plus where direction matters', () => {
    expect(yenText(-8_800)).toBe('−8,800円')
    expect(signedPointsText(88)).toBe('+88pt')
    expect(signedPointsText(-44)).toBe('−44pt')
    expect(signedPointsText(0)).toBe('0pt')
  })

  test('a fraction is refused rather than rounded', () => {
    expect(() => yenText(0.5)).toThrow(RangeError)
    expect(() => yenText(Number.NaN)).toThrow(RangeError)
  })

  test('the number under the bar code stands in fours', () => {
    expect(inFours('7203441890256671')).toBe('7203 4418 9025 6671')
  })
})
