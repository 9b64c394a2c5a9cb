import { describe, expect, test } from 'vitest'
import { clockTime, detailDate, detailTime, listTime, monthHead, shortDate } from './dates.ts'

describe('dates in Japan, wherever the device is', () => {
  // 2026-11-20 14:32 in Tokyo.
  const friday = '2026-11-20T05:32:07.000Z'

  test('lists, details and month heads follow the brand', () => {
    expect(listTime(friday)).toBe('11/20(金) 14:32')
    expect(detailTime(friday)).toBe('2026/11/20(金) 14:32')
    expect(monthHead(friday)).toBe('2026年11月')
    expect(listTime('2026-11-08T03:20:00Z')).toBe('11/08(日) 12:20')
  })

  test('the day changes at midnight in Tokyo', () => {
    expect(detailTime('2026-12-31T15:00:00Z')).toBe('2027/01/01(金) 00:00')
    expect(detailTime('2026-12-31T14:59:59Z')).toBe('2026/12/31(木) 23:59')
    expect(detailTime('9999-12-31T15:00:00Z')).toBe('10000/01/01(土) 00:00')
  })

  test('it is what the clock of Tokyo shows, at any hour of any year since 1952', () => {
    const tokyo = new Intl.DateTimeFormat('ja-JP-u-ca-gregory', {
      timeZone: 'Asia/Tokyo',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    // Eleven days and a bit, so that every hour, month and weekday comes by.
    for (let at = Date.UTC(1952, 4, 1); at < Date.UTC(2100, 0, 1); at += 967_321_000) {
      expect(detailTime(at)).toBe(tokyo.format(at))
    }
  })

  test('a date without a time is that day', () => {
    expect(detailDate('2027-01-09')).toBe('2027/01/09(土)')
    expect(shortDate('2027-01-09')).toBe('1/9(土)')
  })

  test('hours have no leading zero on their own', () => {
    expect(clockTime('2026-11-20T00:05:00Z')).toBe('9:05')
  })
})
