import { afterEach, expect, test, vi } from 'vitest'

type Early = { shiroganeEarly?: { token: Promise<unknown>; user: Promise<unknown> } }

afterEach(() => {
  vi.useRealTimers()
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
