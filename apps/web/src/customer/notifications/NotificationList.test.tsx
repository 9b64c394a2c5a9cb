import type { Notification } from '@shirogane/contract/resources/members/notifications'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../shell/queries/query-client.ts'
import { renderScreen } from '../../shared/testing/render-screen.tsx'
import { NotificationList } from './NotificationList.tsx'

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what came today is of yesterday once it is midnight in Japan, on a list that stays open', async () => {
  // Friday, ten minutes before midnight in Tokyo.
  vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.parse('2026-11-27T14:50:00Z') })
  const notice: Notification = {
    id: 'one',
    title: 'お支払いが完了しました',
    message: '',
    read: true,
    picture: null,
    transaction_id: null,
    action: null,
    created_at: '2026-11-27T05:32:00Z',
  }
  vi.stubGlobal('fetch', async () => Response.json({ items: [notice], total: 1, page: 1, limit: 10 }))
  await renderScreen(<NotificationList />)
  expect((await screen.findByRole('heading')).textContent).toBe('今日')
  expect(screen.getByText('今日 14:32')).toBeDefined()
  await act(() => vi.advanceTimersByTimeAsync(11 * 60_000))
  expect(screen.getByRole('heading').textContent).toBe('今週')
  expect(screen.getByText('昨日 14:32')).toBeDefined()
})
