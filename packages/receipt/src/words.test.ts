import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { grouped } from '@shirogane/contract/rules/digits'
import { percent, receiptTime } from './words.ts'

describe('a paper says what Intl would, on the screen and in the file', () => {
  const figure = new Intl.NumberFormat('ja-JP')

  test('of a figure, above and below zero', () => {
    fc.assert(fc.property(fc.maxSafeInteger(), (value) => grouped(value) === figure.format(value)))
    expect([0, 999, 1_000, -999, -1_000, 1_234_567].map(grouped)).toEqual([
      '0',
      '999',
      '1,000',
      '-999',
      '-1,000',
      '1,234,567',
    ])
  })

  test('of a rate, to the hundredth of a percent', () => {
    const rates = fc.integer({ min: 0, max: 1_000_000 })
    fc.assert(fc.property(rates, (rate) => percent(rate) === `${figure.format(rate / 100)}%`))
    expect(percent(1_021)).toBe('10.21%')
  })

  test('of a moment, at any hour of any year since 1952', () => {
    const clock = new Intl.DateTimeFormat('ja-JP-u-ca-gregory', {
      timeZone: 'Asia/Tokyo',
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    const moments = fc.integer({ min: Date.UTC(1952, 4, 1), max: Date.UTC(2100, 0, 1) })
    fc.assert(fc.property(moments, (at) => receiptTime(new Date(at).toISOString()) === clock.format(at)))
  })
})
