import {
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { noteEnd } from './ending.ts'
import { AuthLayout } from '../layouts/AuthLayout.tsx'
import { MainLayout } from '../layouts/MainLayout.tsx'
import { Root } from '../Root.tsx'
import { text } from '../text.ts'

vi.stubGlobal('fetch', async () => new Response('{}', { status: 503 }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** The app at this address, with a home and a login. */
async function appAt(address: string) {
  const root = createRootRoute({ component: Root })
  const main = createRoute({ getParentRoute: () => root, id: 'main', component: MainLayout })
  const auth = createRoute({ getParentRoute: () => root, id: 'auth', component: AuthLayout })
  const page = () => <h1>page</h1>
  const router = createRouter({
    routeTree: root.addChildren([
      main.addChildren([createRoute({ getParentRoute: () => main, path: '/', component: page })]),
      auth.addChildren([createRoute({ getParentRoute: () => auth, path: '/auth/login', component: page })]),
    ]),
    history: createMemoryHistory({ initialEntries: [address] }),
  })
  await router.load()
  render(<RouterProvider router={router as never} />)
  return router
}

const toasts = () => [...document.querySelectorAll('[data-toast]')].map(({ textContent }) => textContent)

test.each(['expired', 'expired_in_call'] as const)(
  'an end of the session (%s) is told on the login page at once, and not again on the next one',
  async (reason) => {
    const router = await appAt('/auth/login')
    vi.useFakeTimers()
    act(() => noteEnd(reason))
    expect(toasts()).toEqual([text.sessionExpired])
    act(() => vi.advanceTimersByTime(5_000))
    act(() => vi.advanceTimersByTime(1_000))
    expect(toasts()).toEqual([])
    vi.useRealTimers()
    await act(() => router.navigate({ to: '/' }))
    expect(toasts()).toEqual([])
  },
)

test('an end that came before the first page is told on it', async () => {
  noteEnd('expired')
  await appAt('/auth/login')
  await expect.poll(() => toasts()).toEqual([text.sessionExpired])
})

test.each(['logout', 'other_tab'] as const)(
  'an end that somebody asked for (%s) is not told',
  async (reason) => {
    await appAt('/auth/login')
    act(() => noteEnd(reason))
    expect(toasts()).toEqual([])
  },
)
