import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, test, vi } from 'vitest'
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

afterEach(cleanup)

test.each(['kyokoさんの招待で500ptを受け取りました', 'kyokoさんの招待で1,000円を受け取りました'])(
  'a gift for an invitation is told in the words that came with it: %s',
  async (message) => {
    await renderScreen(<Live />)
    const gift = { id: 'gift', spent_total: 0, message }
    act(() => line.handlers?.newClientTransaction?.(gift as never))
    await screen.findAllByText(message)
  },
)
