import { payTokenText } from '@shirogane/contract/inputs/pay-code'
import { describe, expect, test } from 'vitest'
import { barsPath, code128 } from './code-128.ts'
import { qrPath } from '../../shared/qr-code/qr-code.ts'

describe('what a scanner reads', () => {
  test('sixteen digits take 123 modules of CODE128, from the start to the stop of set C', () => {
    const bars = code128('7203441890256671')
    const text = bars.map((bar) => (bar ? '1' : '0')).join('')
    expect(bars).toHaveLength(123)
    expect(text.startsWith('11010011100')).toBe(true)
    expect(text.endsWith('1100011101011')).toBe(true)
  })

  test('the bars are drawn where the modules are', () => {
    expect(barsPath([true, true, false, true])).toBe('M0 0h2v1H0zM3 0h1v1H3z')
  })

  test('letters and an odd number of digits are refused rather than padded', () => {
    expect(() => code128('123')).toThrow(RangeError)
    expect(() => code128('12a4')).toThrow(RangeError)
  })

  test('a pay token fits 25 modules at level M, so that they are large', () => {
    const token = payTokenText(Array.from({ length: 26 }, (_, index) => index))
    expect(token).toHaveLength(30)
    expect(qrPath(token).size).toBe(25)
  })
})
