import { expect, test } from 'vitest'
import { noticeTime } from './notice-time.ts'

test('notices say today and yesterday', () => {
  // 19:00 in Tokyo.
  const now = Date.parse('2026-11-20T10:00:00Z')
  expect(noticeTime('2026-11-20T05:32:07Z', now)).toBe('今日 14:32')
  expect(noticeTime('2026-11-19T00:10:00Z', now)).toBe('昨日 9:10')
  expect(noticeTime('2026-11-18T00:10:00Z', now)).toBe('11/18(水) 09:10')
})
