import { afterEach, expect, test, vi } from 'vitest'

type Early = { shiroganeEarly?: { token: Promise<unknown>; user: Promise<unknown> } }

afterEach(() => {
  vi.useRealTimers()
  vi.resetModules()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
})

test('a network that takes the first questions and answers none is waited for no longer than another', async () => {
  vi.useFakeTimers()
  // The browser's own clock is none that a test can turn.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const ending = new AbortController()
    setTimeout(() => ending.abort(), ms)
    return ending.signal
  })
  localStorage.setItem('shirogane.signed_in', '1')
  vi.stubGlobal(
    'fetch',
    async (_address: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('cut', 'AbortError')))
      }),
  )
  await vi.importActual('./early.js')
  const { token, user } = (globalThis as Early).shiroganeEarly ?? {}
  const lost = vi.fn()
  token?.catch(lost)
  user?.catch(lost)
  await vi.advanceTimersByTimeAsync(7_999)
  expect(lost).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(lost).toHaveBeenCalledTimes(2)
})

test.each([
  ['/?refresh_token=a.b.c', '/'],
  [
    '/qr?invite=TSUKI01&refresh_token=a&store_ref=S1&refresh_token=b#top',
    '/qr?invite=TSUKI01&store_ref=S1#top',
  ],
  ['/user?refresh_toke%6E=a&a=1', '/user?a=1'],
  ['/user?next=%2Fqr%3Fa%3D1', '/user?next=%2Fqr%3Fa%3D1'],
])('of %s nothing is asked before it is %s', async (before, after) => {
  localStorage.setItem('shirogane.signed_in', '1')
  const asked: string[] = []
  vi.stubGlobal('fetch', async () => {
    asked.push(location.href)
    return new Promise(() => {})
  })
  const entries = history.length
  history.replaceState({ key: 'mine' }, '', before)
  await vi.importActual('./early.js')
  expect(asked).toEqual([new URL(after, location.origin).href])
  expect(location.pathname + location.search + location.hash).toBe(after)
  expect(history.state).toEqual({ key: 'mine' })
  expect(history.length).toBe(entries)
})
