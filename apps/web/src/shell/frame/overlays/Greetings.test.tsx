import { LiveRegions } from '@shirogane/ui/overlays/LiveRegions'
import { ToastProvider } from '@shirogane/ui/overlays/ToastProvider'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../api/api.ts'
import { text as profileText } from '../../../customer/user/profile/text.ts'
import { Greetings } from './Greetings.tsx'

const session = vi.hoisted(() => {
  const profile: { date_of_birth: string | null } = { date_of_birth: '1990-01-01' }
  return {
    status: 'signed_in',
    reconnecting: false,
    auth: {
      id: '01a1ff34-4702-7617-818d-de9ed323373a',
      agree_to_tos: true,
      type: 'customer',
      verified: true,
    },
    profile,
  }
})
vi.mock('../../session/session.ts', () => ({ useSession: () => session, whoIs: () => 'member' }))
vi.mock('../../navigation/navigation.tsx', () => ({
  usePathname: () => '/',
  useSearchParam: () => undefined,
}))
const push = vi.hoisted(() => ({ ringDevice: vi.fn(), isAnyoneRung: () => false }))
vi.mock('../../worker/push.ts', () => push)

function network(isThere: boolean): void {
  vi.stubGlobal('navigator', { onLine: isThere })
  window.dispatchEvent(new Event(isThere ? 'online' : 'offline'))
}

const birthday = () => screen.queryByRole('dialog', { name: profileText.birthdayTitle })
const question = () => screen.queryByRole('dialog', { name: '通知の許可' })

async function home(passes = 2_000): Promise<void> {
  render(
    <LiveRegions>
      <ToastProvider>
        <Greetings />
      </ToastProvider>
    </LiveRegions>,
  )
  await act(() => vi.advanceTimersByTimeAsync(passes))
}

/** A customer comes home after their first payment, with a browser that would ask. */
beforeEach(async () => {
  // Fetched beforehand: what is tested here waits by a clock of its own.
  await Promise.all([
    import('../../../customer/notifications/PushSheet.tsx'),
    import('../../../customer/user/profile/BirthdayModal.tsx'),
  ])
  vi.useFakeTimers()
  vi.stubGlobal('PushManager', vi.fn())
  vi.stubGlobal('Notification', { permission: 'default' })
  localStorage.setItem('shirogane.has_paid', '1')
  session.reconnecting = false
  session.profile.date_of_birth = '1990-01-01'
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

test('the birthday is asked for a second after home is there', async () => {
  session.profile.date_of_birth = null
  await home(999)
  expect(birthday()).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(birthday()).not.toBeNull()
})
