import type { Notification } from '@shirogane/contract/resources/members/notifications'
import { expect, test } from 'vitest'
import { dateInTokyo } from '../../shared/dates/dates.ts'
import { groupsOf } from './groups.ts'

const at = (created_at: string): Notification => ({
  id: created_at,
  title: '',
  message: '',
  read: false,
  picture: null,
  transaction_id: null,
  action: null,
  created_at,
})
const grouped = (now: string, ...times: string[]) =>
  groupsOf(times.map(at), dateInTokyo(now)).map(({ name, rows }) => [name, rows.length])

test('the day and the week are those of Japan, and the week begins on Sunday', () => {
  // Saturday the 21st, one in the morning in Tokyo, while it is Friday in London.
  const now = '2026-11-20T16:00:00Z'
  expect(
    grouped(
      now,
      '2026-11-20T15:00:00Z', // midnight of today
      '2026-11-20T14:59:59Z', // yesterday
      '2026-11-14T15:00:00Z', // Sunday's first moment
      '2026-11-14T14:59:59Z', // the week before
    ),
  ).toEqual([
    ['today', 1],
    ['week', 2],
    ['before', 1],
  ])
})

test('on a Sunday nothing of the week lies behind', () => {
  expect(grouped('2026-11-22T03:00:00Z', '2026-11-21T16:00:00Z', '2026-11-21T14:00:00Z')).toEqual([
    ['today', 1],
    ['before', 1],
  ])
})

test('a notice from a clock that runs ahead is of today', () => {
  expect(grouped('2026-11-22T03:00:00Z', '2026-11-22T20:00:00Z')).toEqual([['today', 1]])
})
