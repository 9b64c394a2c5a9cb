import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { LiveHandlers } from '../lib/realtime.ts'
import { renderScreen } from '../lib/render-screen.tsx'
import { Live } from './Live.tsx'

const line = vi.hoisted((): { handlers: LiveHandlers | null } => ({ handlers: null }))
vi.mock('../lib/realtime.ts', () => ({
  openLive: async (handlers: LiveHandlers) => {
    line.handlers = handlers
    return () => {}
  },
}))
vi.mock('../lib/session.ts', () => ({
  useSession: () => ({ reconnecting: false, auth: { id: 'madoka' } }),
  sessionState: () => ({}),
  onSession: () => () => {},
  whoIs: () => 'member',
  renewSession: async () => true,
}))

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test.each(['kyokoさんの招待で500ptを受け取りました', 'kyokoさんの招待で1,000円を受け取りました'])(
  'a gift for an invitation is told in the words that came with it: %s',
  async (message) => {
    await renderScreen(<Live />)
    const gift = { id: 'gift', spent_total: 0, message }
    act(() => line.handlers?.newClientTransaction?.(gift as never))
    await screen.findAllByText(message)
  },
)

// As long as the specification has them stay, written out.
test.each([
  ['the gift for an invitation', 3_000, undefined],
  ['a notification', 5_000, 'notification'],
  ['a refund', 5_000, 'refund'],
])('%s stays for %i milliseconds', async (_, lasts, type) => {
  await renderScreen(<Live />)
  vi.useFakeTimers()
  const isLeaving = () => document.querySelector('[data-toast]')?.classList.contains('leaving')
  const movement = { id: 'movement', type, spent_total: 0, message: 'お知らせがあります' }
  act(() => line.handlers?.newClientTransaction?.(movement as never))
  act(() => vi.advanceTimersByTime(lasts - 1))
  expect(isLeaving()).toBe(false)
  act(() => vi.advanceTimersByTime(1))
  expect(isLeaving()).toBe(true)
})
