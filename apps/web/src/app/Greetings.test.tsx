import { LiveRegions } from '@shirogane/ui/LiveRegions'
import { ToastProvider } from '@shirogane/ui/ToastProvider'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../lib/api.ts'
import { Greetings } from './Greetings.tsx'

const session = vi.hoisted(() => ({
  status: 'signed_in',
  reconnecting: false,
  auth: { id: '01a1ff34-4702-7617-818d-de9ed323373a', agree_to_tos: true, type: 'customer', verified: true },
  profile: { date_of_birth: '1990-01-01' },
}))
vi.mock('../lib/session.ts', () => ({ useSession: () => session, whoIs: () => 'member' }))
vi.mock('../lib/navigation.tsx', () => ({ usePathname: () => '/', useSearchParam: () => undefined }))
const push = vi.hoisted(() => ({ ringDevice: vi.fn(), isAnyoneRung: () => false }))
vi.mock('../lib/push.ts', () => push)

function network(isThere: boolean): void {
  vi.stubGlobal('navigator', { onLine: isThere })
  window.dispatchEvent(new Event(isThere ? 'online' : 'offline'))
}

const question = () => screen.queryByRole('dialog', { name: '通知の許可' })

async function home(): Promise<void> {
  render(
    <LiveRegions>
      <ToastProvider>
        <Greetings />
      </ToastProvider>
    </LiveRegions>,
  )
  await act(() => vi.advanceTimersByTimeAsync(2_000))
}

/** As somebody comes home after their first payment, with a browser that would ask. */
beforeEach(async () => {
  // Fetched beforehand: what is tested here waits by a clock of its own.
  await import('../features/notifications/PushSheet.tsx')
  vi.useFakeTimers()
  vi.stubGlobal('PushManager', vi.fn())
  vi.stubGlobal('Notification', { permission: 'default' })
  localStorage.setItem('shirogane.has_paid', '1')
  session.reconnecting = false
  network(true)
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
})

test('leave to ring is asked for where the answer reaches somebody', async () => {
  network(false)
  await home()
  expect(question()).toBeNull()
  await act(async () => network(true))
  expect(question()).not.toBeNull()
  await act(async () => network(false))
  expect(question()).toBeNull()
})

test('nor is it asked for while the server is being looked for', async () => {
  session.reconnecting = true
  await home()
  expect(question()).toBeNull()
})

test('an answer that is lost on its way leaves the question open, also once the browser has agreed', async () => {
  push.ringDevice.mockImplementation(async () => {
    vi.stubGlobal('Notification', { permission: 'granted' })
    throw new ApiError('NETWORK_OFFLINE', 0, '通信できませんでした。')
  })
  await home()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '通知を受け取る' })))
  expect(screen.getAllByText('通信できませんでした。')).not.toEqual([])
  cleanup()
  await home()
  expect(question()).not.toBeNull()

  push.ringDevice.mockResolvedValue('on')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '通知を受け取る' })))
  expect(question()).toBeNull()
  cleanup()
  await home()
  expect(question()).toBeNull()
})
