import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearCookie, readCookie } from '../../session/cookies.ts'
import { renderScreen } from '../../../shared/testing/render-screen.tsx'
import { guest, setSession } from '../../session/session-state.ts'
import { MainLayout } from '../layouts/MainLayout.tsx'

vi.stubGlobal('fetch', async () => new Response('{}', { status: 503 }))
const at = vi.hoisted(() => ({ pathname: '/transactions' }))
vi.mock('../../navigation/navigation.tsx', async (original) => ({
  ...(await original<object>()),
  usePathname: () => at.pathname,
}))

const signIn = (kyc_status: string, verified = true) =>
  setSession({
    status: 'signed_in',
    auth: {
      id: 'madoka',
      username: 'madoka',
      type: 'customer',
      employee: null,
      verified,
      kyc_status,
    } as never,
  })

beforeEach(() => {
  at.pathname = '/transactions'
})
afterEach(() => {
  cleanup()
  clearCookie('later')
  setSession(guest)
})

test.each([
  ['required', '本人確認をお願いします'],
  ['expired', '再確認が必要です'],
  ['rejected', '本人確認の書類に不備がありました'],
])(
  'a member whose identity documents are %s is asked for them on every page with the bars',
  async (status, title) => {
    signIn(status)
    for (const pathname of ['/', '/transactions', '/user']) {
      at.pathname = pathname
      await renderScreen(<MainLayout>page</MainLayout>)
      expect(screen.getByText(title)).toBeTruthy()
      expect(screen.getByRole('link', { name: '確認する' }).getAttribute('href')).toBe('/user/kyc')
      cleanup()
    }
    at.pathname = '/qr'
    await renderScreen(<MainLayout>page</MainLayout>)
    expect(screen.queryByText(title)).toBeNull()
  },
)

test.each([
  ['approved', true],
  ['required', false],
])(
  'identity documents that are %s of somebody whose phone is vouched for: %s, are not asked for',
  async (...who) => {
    signIn(...who)
    await renderScreen(<MainLayout>page</MainLayout>)
    expect(screen.queryByRole('link', { name: '確認する' })).toBeNull()
  },
)

test('the first request can be put off for a while, what was refused cannot', async () => {
  signIn('required')
  await renderScreen(<MainLayout>page</MainLayout>)
  fireEvent.click(screen.getByRole('button', { name: '閉じる' }))
  expect(screen.queryByText('本人確認をお願いします')).toBeNull()
  expect(readCookie('later')).toBe('1')
  cleanup()
  signIn('rejected')
  await renderScreen(<MainLayout>page</MainLayout>)
  expect(screen.getByText('本人確認の書類に不備がありました')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '閉じる' })).toBeNull()
})
