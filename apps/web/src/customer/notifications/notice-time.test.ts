import { expect, test } from 'vitest'
import { dateInTokyo } from '../../shared/dates/dates.ts'
import { noticeTime } from './notice-time.ts'

test('notices say today and yesterday', () => {
  // 19:00 in Tokyo.
  const today = dateInTokyo('2026-11-20T10:00:00Z')
  expect(noticeTime('2026-11-20T05:32:07Z', today)).toBe('今日 14:32')
  expect(noticeTime('2026-11-19T00:10:00Z', today)).toBe('昨日 9:10')
  expect(noticeTime('2026-11-18T00:10:00Z', today)).toBe('11/18(水) 09:10')
})
