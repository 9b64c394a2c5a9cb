import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, call, setObserver } from './api.ts'

type Answer = { status?: number; type?: string; chunks?: readonly string[]; ends?: boolean }

let sent: { signal: AbortSignal }[]

/** A server whose answer begins, and goes on only as far as it is told; the line is cut where the caller gives up. */
function answer({ status = 200, type = 'application/json', chunks = [], ends = false }: Answer): void {
  vi.stubGlobal('fetch', async (_address: string, { signal }: { signal: AbortSignal }) => {
    sent.push({ signal })
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
        if (ends) controller.close()
        signal.addEventListener('abort', () => controller.error(new DOMException('cut', 'AbortError')))
      },
    })
    return new Response(body, { status, headers: { 'Content-Type': type } })
  })
}

/** What has become of a call by now. */
function watch(asked: Promise<unknown>): { outcome: unknown } {
  const seen: { outcome: unknown } = { outcome: 'waiting' }
  asked.then(
    (value) => (seen.outcome = value),
    (error: unknown) => (seen.outcome = error),
  )
  return seen
}

const lost = { code: 'NETWORK_OFFLINE', status: 0, isNetwork: true }

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a witness that stumbles over an answer takes it from nobody', async () => {
  setObserver(() => {
    throw new TypeError('of a newer version')
  })
  answer({ chunks: ['{"id":"1"}'], ends: true })
  expect(await call('users.me')).toEqual({ id: '1' })
  setObserver(() => {})
})

test('a call that neither home nor the pay code makes finds its address when it is made', async () => {
  vi.useRealTimers()
  const fetched = vi.fn(async () => Response.json({}))
  vi.stubGlobal('fetch', fetched)
  await call('addresses.search', { params: { postcode: '1000001' } })
  expect(fetched).toHaveBeenCalledWith('/v1/addresses/search/1000001', expect.anything())
})

test('an answer whose body never comes is no answer, after the same time', async () => {
  answer({ chunks: ['{"balance":'] })
  const seen = watch(call('users.wallet'))
  await vi.advanceTimersByTimeAsync(9_999)
  expect(seen.outcome).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1)
  expect(seen.outcome).toBeInstanceOf(ApiError)
  expect(seen.outcome).toMatchObject(lost)
})

test('what moves money is sent once and left for its caller to look up', async () => {
  answer({ status: 201 })
  const seen = watch(call('transactions.convert', { body: { amount: 100 }, idempotencyKey: 'one intent' }))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(seen.outcome).toMatchObject(lost)
  expect(sent).toHaveLength(1)
})

test('a refusal that breaks off in the middle says nothing about what it refused', async () => {
  answer({ status: 422, chunks: ['{"code":"INSUFF'] })
  const seen = watch(call('users.wallet'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(seen.outcome).toMatchObject(lost)
})

test('the page of a proxy is still the failure of a server', async () => {
  answer({ status: 502, type: 'text/html', chunks: ['<h1>Bad gateway</h1>'], ends: true })
  await expect(call('users.wallet')).rejects.toMatchObject({ code: 'INTERNAL_ERROR', status: 502 })
})

test('a file may take a minute, and no longer', async () => {
  answer({ type: 'application/pdf', chunks: ['%PDF'] })
  const seen = watch(call('users.wallet'))
  await vi.advanceTimersByTimeAsync(59_999)
  expect(seen.outcome).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1)
  expect(seen.outcome).toMatchObject(lost)
})

test('whoever gives up in the middle of a body is told that they did', async () => {
  answer({ chunks: ['{'] })
  const leaving = new AbortController()
  const seen = watch(call('users.wallet', { signal: leaving.signal }))
  await vi.advanceTimersByTimeAsync(1_000)
  leaving.abort()
  await vi.advanceTimersByTimeAsync(0)
  expect(seen.outcome).toMatchObject({ name: 'AbortError' })
  expect(sent[0]?.signal.aborted).toBe(true)
})
