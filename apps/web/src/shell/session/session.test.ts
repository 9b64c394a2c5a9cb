import type { User } from '@shirogane/contract/resources/shapes'
import { staffCalls } from '@shirogane/contract/generated/staff-calls'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aUser } from '../../shared/testing/a-user.ts'

const user = aUser()

type Sent = { path: string; bearer: string | null; body: unknown }

/** A server that hands out numbered tokens; `answers` may replace what a path says. */
function serve(answers: Record<string, () => Response> = {}) {
  const sent: Sent[] = []
  let issued = 0
  const json = (body: unknown, status = 200) =>
    new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const path = address.split('?')[0] ?? ''
    const headers = init.headers as Record<string, string>
    sent.push({
      path,
      bearer: headers['Authorization'] ?? null,
      body: init.body === undefined ? null : JSON.parse(init.body as string),
    })
    const own = answers[path]
    if (own !== undefined) return own()
    if (path.startsWith('/v1/auth/refresh')) {
      issued += 1
      return json({
        access_token: `access-${issued}`,
        refresh_token: `handle-${issued}`,
        expires_in: 300,
        error: null,
      })
    }
    if (path === '/v1/auth/login')
      return json({ user, token: { access_token: 'access-0', refresh_token: 'handle-0', expires_in: 300 } })
    if (path === '/v1/auth/logout') return new Response(null, { status: 204 })
    if (path === '/v1/users/me') return json(user)
    throw new Error(`nobody serves ${path}`)
  })
  return { sent, json, paths: () => sent.map(({ path }) => path.replace('/v1/', '')) }
}

const problem = (code: string, status: number) => () =>
  new Response(JSON.stringify({ error: code, code, message: code, request_id: 'r' }), {
    status,
    headers: { 'Content-Type': 'application/json' },
  })

async function fresh() {
  vi.resetModules()
  const session = await import('./session.ts')
  const api = await import('../api/api.ts')
  const table = await import('../api/call-table.ts')
  const ends: string[] = []
  const ports = { onUser: () => {}, onEnd: (reason: string) => void ends.push(reason), savedUser: () => null }
  return { ...session, ...api, ...table, ends, ports }
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: false })
  localStorage.clear()
  // One tab with no lock: the timer starts at once, and no other tab hears of what it does.
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('BroadcastChannel', undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a session', () => {
  test('without a former login starts as a guest and asks nothing of the server', async () => {
    const server = serve()
    const { startSession, sessionState, ports } = await fresh()
    await startSession(ports)
    expect(sessionState().status).toBe('guest')
    expect(server.sent).toEqual([])
  })

  test('takes over what the early script asked for, and asks nothing twice', async () => {
    localStorage.setItem('shirogane.signed_in', '1')
    const server = serve()
    const token = { access_token: 'access-early', refresh_token: 'handle-early', expires_in: 300 }
    vi.stubGlobal('shiroganeEarly', { token: Promise.resolve(token), user: Promise.resolve(user) })
    const { startSession, sessionState, sessionHandle, ports } = await fresh()
    await startSession(ports)
    expect(sessionState()).toMatchObject({ status: 'signed_in', reconnecting: false })
    expect(sessionHandle()).toBe('handle-early')
    expect(server.sent).toEqual([])
  })

  test('asks again itself when the early answers failed, and then judges the failure', async () => {
    localStorage.setItem('shirogane.signed_in', '1')
    const refused = serve({ '/v1/auth/refreshToken': problem('SESSION_EXPIRED', 403) })
    const failed = Promise.reject(new Error('403'))
    failed.catch(() => {})
    vi.stubGlobal('shiroganeEarly', { token: failed, user: failed })
    const { startSession, sessionState, ends, ports } = await fresh()
    await startSession(ports)
    expect(refused.paths()).toEqual(['auth/refreshToken'])
    expect(sessionState().status).toBe('guest')
    expect(ends).toEqual(['expired'])
  })

  test('begins without a network from what the device remembers, and takes that for no answer', async () => {
    localStorage.setItem('shirogane.signed_in', '1')
    serve({
      '/v1/auth/refreshToken': () => {
        throw new TypeError('no network')
      },
    })
    const { startSession, sessionState, ports } = await fresh()
    const answers: User[] = []
    await startSession({ ...ports, savedUser: () => user, onUser: (answer) => void answers.push(answer) })
    expect(sessionState()).toMatchObject({ status: 'signed_in', reconnecting: true })
    expect(sessionState().auth?.username).toBe('hanako')
    expect(answers).toEqual([])
  })

  test('begins from what the device remembers where the early answers are waited for in vain, and asks on', async () => {
    localStorage.setItem('shirogane.signed_in', '1')
    const server = serve()
    const waited = Promise.reject(new DOMException('The operation timed out.', 'TimeoutError'))
    waited.catch(() => {})
    vi.stubGlobal('shiroganeEarly', { token: waited, user: waited })
    const { startSession, sessionState, ports } = await fresh()
    await startSession({ ...ports, savedUser: () => user })
    expect(sessionState()).toMatchObject({ status: 'signed_in', reconnecting: true })
    expect(server.sent).toEqual([])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(server.paths()).toEqual(['auth/refreshToken', 'users/me'])
    expect(sessionState().reconnecting).toBe(false)
  })

  test('with nothing to show asks who is here until it knows, also while the timer renews the token', async () => {
    localStorage.setItem('shirogane.signed_in', '1')
    let isDown = true
    const server = serve({
      '/v1/users/me': () => (isDown ? problem('INTERNAL_ERROR', 500)() : server.json(user)),
    })
    const { startSession, sessionState, ports } = await fresh()
    void startSession(ports)
    await vi.advanceTimersByTimeAsync(400_000)
    expect(sessionState().status).toBe('starting')
    isDown = false
    await vi.advanceTimersByTimeAsync(30_000)
    expect(sessionState()).toMatchObject({ status: 'signed_in', reconnecting: false })
  })

  test('goes on where the browser has no room for its mark, also for whoever comes back from another app', async () => {
    serve()
    const { localStorage: room } = globalThis
    const setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
    vi.stubGlobal('localStorage', { getItem: () => null, removeItem: () => {}, setItem })
    const { startSession, login, sessionState, ends, ports } = await fresh()
    await startSession(ports)
    await login({ credential: 'hanako', password: 'x' })
    document.dispatchEvent(new Event('visibilitychange'))
    expect(sessionState().status).toBe('signed_in')

    vi.stubGlobal('localStorage', room)
    await login({ credential: 'hanako', password: 'x' })
    localStorage.removeItem('shirogane.signed_in')
    document.dispatchEvent(new Event('visibilitychange'))
    expect(ends).toEqual(['other_tab'])
  })

  test('ends at a page that slept through a log-out in another tab, also before its first renewal', async () => {
    localStorage.setItem('shirogane.signed_in', '1')
    serve()
    const token = { access_token: 'access-early', refresh_token: 'handle-early', expires_in: 300 }
    vi.stubGlobal('shiroganeEarly', { token: Promise.resolve(token), user: Promise.resolve(user) })
    const { startSession, sessionState, ends, ports } = await fresh()
    await startSession(ports)
    localStorage.removeItem('shirogane.signed_in')
    document.dispatchEvent(new Event('visibilitychange'))
    expect(sessionState().status).toBe('guest')
    expect(ends).toEqual(['other_tab'])
  })

  test('splits who logged in, and keeps tokens out of every storage', async () => {
    serve()
    const { startSession, login, sessionState, ports } = await fresh()
    await startSession(ports)
    await login({ credential: 'hanako', password: 'x' })
    const { auth, profile } = sessionState()
    expect(auth).toMatchObject({ username: 'hanako', verified: true })
    expect(auth).not.toHaveProperty('wallet')
    expect(auth).not.toHaveProperty('level')
    expect(profile?.first_name).toBe('Hanako')
    const stored = JSON.stringify({ ...localStorage })
    expect(stored).not.toContain('access-0')
    expect(stored).not.toContain('handle-0')
  })

  test('renews the access token on the first and second tick and uses the refresh token on every third', async () => {
    const server = serve()
    const { startSession, login, ports } = await fresh()
    await startSession(ports)
    await login({ credential: 'hanako', password: 'x' })
    for (let tick = 0; tick < 6; tick += 1) await vi.advanceTimersByTimeAsync(180_000)
    expect(server.paths()).toEqual([
      'auth/login',
      'auth/refreshAccessToken',
      'auth/refreshAccessToken',
      'auth/refreshToken',
      'auth/refreshAccessToken',
      'auth/refreshAccessToken',
      'auth/refreshToken',
    ])
    expect(server.sent[1]).toMatchObject({ bearer: 'Bearer access-0', body: { refresh_token: 'handle-0' } })
    expect(server.sent[2]).toMatchObject({ bearer: 'Bearer access-1', body: { refresh_token: 'handle-1' } })
  })

  test('sends a call again on 401 with the renewed token, and two calls share one renewal', async () => {
    let refusals = 2
    const server = serve({
      '/v1/users/wallet': () =>
        refusals-- > 0 ? problem('AUTH_SESSION_EXPIRED', 401)() : new Response('{}', { status: 200 }),
    })
    const { startSession, login, call, ports } = await fresh()
    await startSession(ports)
    await login({ credential: 'hanako', password: 'x' })
    await Promise.all([call('users.wallet'), call('users.wallet')])
    expect(server.paths().filter((path) => path === 'auth/refreshToken')).toHaveLength(1)
    expect(server.sent.at(-1)?.bearer).toBe('Bearer access-1')
  })

  test('sends a call again at most twice, with the same key each time', async () => {
    const keys: unknown[] = []
    const server = serve()
    const { startSession, login, call, addCalls, ApiError, ports } = await fresh()
    addCalls(staffCalls)
    await startSession(ports)
    await login({ credential: 'hanako', password: 'x' })
    const answer = vi.mocked(globalThis.fetch)
    vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
      if (address === '/v1/transactions/pay') {
        keys.push((init.headers as Record<string, string>)['Idempotency-Key'])
        return problem('AUTH_SESSION_EXPIRED', 401)()
      }
      return answer(address, init)
    })
    const failure = await call('transactions.pay', {
      body: { amount: 100 },
      idempotencyKey: 'one-intent',
    }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ApiError)
    expect(failure).toMatchObject({ status: 401, code: 'AUTH_SESSION_EXPIRED' })
    expect(keys).toEqual(['one-intent', 'one-intent', 'one-intent'])
    expect(server.paths().filter((path) => path === 'auth/refreshToken')).toHaveLength(2)
  })

  test('never sends a refusal other than 401 again', async () => {
    let asked = 0
    serve({
      '/v1/users/wallet': () => {
        asked += 1
        return problem('OVERLOADED', 503)()
      },
    })
    const { startSession, login, call, ports } = await fresh()
    await startSession(ports)
    await login({ credential: 'hanako', password: 'x' })
    await expect(call('users.wallet')).rejects.toMatchObject({ status: 503, code: 'OVERLOADED' })
    expect(asked).toBe(1)
  })

  test('ends when the server refuses the renewal, and says that it happened in a call', async () => {
    serve({
      '/v1/users/wallet': problem('AUTH_SESSION_EXPIRED', 401),
      '/v1/auth/refreshToken': problem('SESSION_REVOKED', 403),
    })
    const { startSession, login, call, sessionState, ends, ports } = await fresh()
    await startSession(ports)
    await login({ credential: 'hanako', password: 'x' })
    await expect(call('users.wallet')).rejects.toMatchObject({ status: 401 })
    expect(sessionState().status).toBe('guest')
    expect(ends).toEqual(['expired_in_call'])
    expect(localStorage.getItem('shirogane.signed_in')).toBeNull()
  })

  test('ends once: what is still asked for afterwards is refused, and nobody is told or led away again', async () => {
    const server = serve({
      '/v1/auth/refreshToken': problem('SESSION_EXPIRED', 401),
      '/v1/users/wallet': problem('UNAUTHENTICATED', 401),
    })
    const { startSession, login, call, ends, ports } = await fresh()
    await startSession(ports)
    await login({ credential: 'hanako', password: 'x' })
    await expect(call('users.wallet')).rejects.toMatchObject({ status: 401 })
    expect(ends).toEqual(['expired_in_call'])
    const asked = server.sent.length
    await expect(call('users.wallet')).rejects.toMatchObject({ status: 401 })
    expect(ends).toEqual(['expired_in_call'])
    expect(server.paths().slice(asked)).toEqual(['users/wallet'])
  })

  test('survives a tunnel: without an answer it waits 1, 2, 4, 8, 16 and then 30 seconds, and comes back', async () => {
    let isDown = true
    const asked: number[] = []
    const server = serve()
    const { startSession, login, sessionState, ports } = await fresh()
    await startSession(ports)
    await login({ credential: 'hanako', password: 'x' })
    const answer = vi.mocked(globalThis.fetch)
    vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
      if (address.startsWith('/v1/auth/refresh')) asked.push(Date.now())
      if (isDown) throw new TypeError('Failed to fetch')
      return answer(address, init)
    })
    await vi.advanceTimersByTimeAsync(180_000)
    expect(sessionState()).toMatchObject({ status: 'signed_in', reconnecting: true })
    await vi.advanceTimersByTimeAsync(62_000)
    expect(asked.slice(1).map((time, index) => time - (asked[index] ?? 0))).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 30_000,
    ])
    isDown = false
    await vi.advanceTimersByTimeAsync(30_000)
    expect(sessionState()).toMatchObject({ status: 'signed_in', reconnecting: false })
    expect(server.paths()).toContain('users/me')
  })

  test('is looked for on until the server has said who is here, also where only the token came', async () => {
    let isDown = true
    const renewed = { ...user, email: 'hanako@example.jp' }
    const server = serve({
      '/v1/users/me': () => (isDown ? problem('INTERNAL_ERROR', 500)() : server.json(renewed)),
      '/v1/users/wallet': () => server.json({}),
    })
    const { startSession, login, call, sessionState, ports } = await fresh()
    await startSession(ports)
    await login({ credential: 'hanako', password: 'x' })
    const answer = vi.mocked(globalThis.fetch)
    let isAway = true
    vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
      if (isAway) throw new TypeError('Failed to fetch')
      return answer(address, init)
    })
    await vi.advanceTimersByTimeAsync(180_000)
    isAway = false
    // A call of some screen is the first that comes through, with a token of its own.
    await vi.advanceTimersByTimeAsync(500)
    vi.setSystemTime(Date.now() + 600_000)
    await call('users.wallet')
    expect(server.paths().slice(-3)).toEqual(expect.arrayContaining(['auth/refreshToken', 'users/wallet']))
    expect(sessionState()).toMatchObject({ status: 'signed_in', reconnecting: true })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sessionState().reconnecting).toBe(true)
    isDown = false
    await vi.advanceTimersByTimeAsync(30_000)
    expect(sessionState()).toMatchObject({ reconnecting: false, auth: { email: 'hanako@example.jp' } })
    const asked = server.paths().length
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.paths()).toHaveLength(asked)
  })

  test('logs out on the device even when the server cannot be told, and tells it at the next start', async () => {
    const server = serve({
      '/v1/auth/logout': () => {
        throw new TypeError('Failed to fetch')
      },
    })
    const first = await fresh()
    await first.startSession(first.ports)
    await first.login({ credential: 'hanako', password: 'x' })
    await first.logout()
    expect(first.sessionState().status).toBe('guest')
    expect(first.ends).toEqual(['logout'])

    serve()
    const again = await fresh()
    await again.startSession(again.ports)
    expect(again.sessionState().status).toBe('guest')
    expect(server.paths().at(-1)).toBe('auth/logout')
    expect(localStorage.getItem('shirogane.logout_pending')).toBeNull()
  })

  test('tells the server of a log-out that it could not be told of before anybody logs in, so that none of them is ended by it', async () => {
    let isDown = true
    const server = serve({
      '/v1/auth/logout': () => {
        if (isDown) throw new TypeError('Failed to fetch')
        return new Response(null, { status: 204 })
      },
    })
    const { startSession, ports, login, logout, sessionState } = await fresh()
    await startSession(ports)
    await login({ credential: 'hanako', password: 'x' })
    await logout()
    // A person who logs in although the server cannot be told has a session of their own all the same.
    await login({ credential: 'hanako', password: 'x' })
    expect(localStorage.getItem('shirogane.logout_pending')).toBeNull()
    await logout()
    isDown = false
    await login({ credential: 'hanako', password: 'x' })
    expect(server.paths().slice(-2)).toEqual(['auth/logout', 'auth/login'])
    expect(localStorage.getItem('shirogane.logout_pending')).toBeNull()
    expect(sessionState().status).toBe('signed_in')
  })

  test('takes the lines that go with a closed account for no expiry', async () => {
    serve({ '/v1/auth/refreshToken': problem('SESSION_REVOKED', 403) })
    const { startSession, ports, login, closeAccount, renewSession, sessionState, ends } = await fresh()
    await startSession(ports)
    await login({ credential: 'hanako', password: 'x' })
    await closeAccount(async () => {
      expect(await renewSession()).toBe(false)
      expect(sessionState().status).toBe('signed_in')
    })
    expect(ends).toEqual(['logout'])
    expect(localStorage.getItem('shirogane.signed_in')).toBeNull()
  })

  test('closes an account also where its token ran out in the pocket', async () => {
    const { sent } = serve()
    const { startSession, ports, login, closeAccount, call, ends } = await fresh()
    await startSession(ports)
    await login({ credential: 'hanako', password: 'x' })
    // The clock went on while no timer did.
    vi.setSystemTime(Date.now() + 300_000)
    await closeAccount(async () => void (await call('users.me')))
    expect(sent.at(-1)).toMatchObject({ path: '/v1/users/me', bearer: 'Bearer access-1' })
    expect(ends).toEqual(['logout'])
  })

  test.each([
    ['is closed where the session has ended with it', 403, ['logout']],
    ['is not where the session lives', 200, []],
    ['is not known to be where nobody answers', 0, []],
  ])('an account whose closing was not heard of %s', async (_, status, said) => {
    let isClosing = false
    serve({
      ...(status !== 200 && {
        '/v1/auth/refreshToken': () => {
          if (isClosing && status === 0) throw new TypeError('Failed to fetch')
          return problem('SESSION_REVOKED', status)()
        },
      }),
      '/v1/users/me': () => {
        throw new TypeError('Failed to fetch')
      },
    })
    const { startSession, ports, login, closeAccount, call, sessionState, ends } = await fresh()
    await startSession(ports)
    await login({ credential: 'hanako', password: 'x' })
    isClosing = true
    const closing = closeAccount(() => call('users.remove', { body: { password: 'x' } }))
    if (said.length === 0) await expect(closing).rejects.toMatchObject({ code: 'NETWORK_OFFLINE' })
    else await closing
    expect(ends).toEqual(said)
    expect(sessionState().status).toBe(said.length === 0 ? 'signed_in' : 'guest')
  })

  test('leaves the device its looks and its register when the answer makes the browser forget everything else', async () => {
    serve({
      '/v1/auth/logout': () => {
        localStorage.clear()
        return new Response(null, { status: 204 })
      },
    })
    const { startSession, login, logout, ports } = await fresh()
    await startSession(ports)
    await login({ credential: 'hanako', password: 'x' })
    localStorage.setItem('shirogane.theme', 'dark')
    localStorage.setItem('shirogane.register', 'register-2')
    localStorage.setItem('shirogane.till.register-2', '{}')
    await logout()
    expect(localStorage.getItem('shirogane.theme')).toBe('dark')
    expect(localStorage.getItem('shirogane.register')).toBe('register-2')
    expect(localStorage.getItem('shirogane.till.register-2')).toBeNull()
  })
})
