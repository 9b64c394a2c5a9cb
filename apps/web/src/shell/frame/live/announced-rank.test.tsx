import { act, cleanup, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { LiveHandlers } from '../../realtime/realtime.ts'
import { levelQuery } from '../../queries/queries.ts'
import { queryClient } from '../../queries/query-client.ts'
import { renderScreen } from '../../../shared/testing/render-screen.tsx'
import { forgetSaved } from '../../session/saved.ts'
import { Live } from './Live.tsx'

const line = vi.hoisted((): { handlers: LiveHandlers | null } => ({ handlers: null }))
vi.mock('../../realtime/realtime.ts', () => ({
  openLive: async (handlers: LiveHandlers) => {
    line.handlers = handlers
    return () => {}
  },
}))
vi.mock('../../session/session.ts', () => ({
  useSession: () => ({ reconnecting: false, auth: { id: 'madoka' } }),
  sessionState: () => ({}),
  onSession: () => () => {},
  whoIs: () => 'member',
  renewSession: async () => true,
}))
const said = vi.hoisted((): string[] => [])
vi.mock('@shirogane/ui/overlays/use-toast', async (load) => ({
  ...(await load<object>()),
  useToast:
    () =>
    ({ message }: { message: string }) =>
      said.push(message),
}))

const server = { level: null as object | null }
vi.stubGlobal('fetch', async (path: string) =>
  path === '/v1/users/level' && server.level !== null
    ? new Response(JSON.stringify(server.level), { headers: { 'content-type': 'application/json' } })
    : new Response('{}', { status: 500 }),
)

afterEach(() => {
  cleanup()
  localStorage.clear()
  queryClient.clear()
  vi.restoreAllMocks()
  said.length = 0
  server.level = null
})

const rise = 'ランクが上がりました！'
const rank = (current_level: number, period_ends_on = '2026-12-31') => ({ current_level, period_ends_on })
const know = (level: object) =>
  act(() => void queryClient.setQueryData(levelQuery().queryKey, level as never))

/** A page as it starts: the server's answer, or the device's copy, is there before the first screen. */
async function open(level: object | null): Promise<void> {
  cleanup()
  queryClient.clear()
  if (level !== null) know(level)
  await renderScreen(<Live />)
}
const purchase = (level: object | null) =>
  act(() =>
    line.handlers?.purchaseSuccess?.({
      transaction: { id: 'sale' },
      wallet: null,
      level,
      level_up: true,
    } as never),
  )

test('a rise is told once, whatever brings it, and not again by a page that starts anew', async () => {
  await open(rank(1))
  purchase(rank(2))
  know(rank(2))
  expect(said).toEqual([rise])
  await open(rank(2))
  purchase(rank(2))
  expect(said).toEqual([rise])
  purchase(rank(3))
  expect(said).toEqual([rise, rise])
})

test('the copy that the device kept of the rank before brings no second congratulation', async () => {
  await open(rank(1))
  know(rank(2))
  await open(rank(1))
  know(rank(2))
  expect(said).toEqual([rise])
})

test('a rise that happened while no page was open is told by the next one', async () => {
  await open(rank(1))
  await open(rank(2))
  await open(rank(2))
  expect(said).toEqual([rise])
})

test('a rise of which nothing was known before is told by its payment', async () => {
  await open(null)
  purchase(rank(2))
  expect(said).toEqual([rise])
  localStorage.clear()
  said.length = 0
  // The first answer on this device came between the payment and its event.
  await open(rank(2))
  expect(said).toEqual([])
  purchase(rank(2))
  expect(said).toEqual([rise])
})

test('a movement that lifts the rank is told where no screen shows the rank', async () => {
  await open(rank(1))
  server.level = rank(2)
  const movement = { id: 'debt', type: 'later_payment', spent_total: 0, message: null }
  act(() => line.handlers?.newClientTransaction?.(movement as never))
  await waitFor(() => expect(said).toEqual([rise]))
})

test('what happens behind the back of the reader is told when they look again', async () => {
  await open(rank(1))
  const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  purchase(rank(2))
  expect(said).toEqual([])
  seen.mockReturnValue('visible')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(said).toEqual([rise])
})

test('a rank that fell and came back is no news in its year, and is in the next', async () => {
  await open(rank(2))
  know(rank(3))
  know(rank(2))
  know(rank(3))
  expect(said).toEqual([rise])
  know(rank(2, '2027-12-31'))
  know(rank(3))
  expect(said).toEqual([rise])
  know(rank(3, '2027-12-31'))
  expect(said).toEqual([rise, rise])
})

test('a log-out takes along what was told', async () => {
  await open(rank(1))
  know(rank(2))
  forgetSaved()
  expect(localStorage.length).toBe(0)
})
