import { randomUUID } from 'node:crypto'
import { type Browser, openBrowser } from '@shirogane/testkit/calls/browser'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

let api: TestApi
let hanako: Browser
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  hanako = await openBrowser(api.url, 'hanako')
})

const minute = 60_000
const app = { headers: { 'X-Requested-By': 'app' } }
const refresh = (ask = app) => hanako.call('auth.refreshToken', ask)
const sent = (cookie: string | undefined) => ({
  headers: { 'X-Requested-By': 'app', Cookie: `refresh_token=${cookie}; did=${hanako.cookies['did']}` },
})

describe('works', () => {
  test('a page that was reloaded has nothing but its cookie, and gets handle and access token again', async () => {
    hanako.access_token = ''
    const reply = await refresh()
    expect(reply).toMatchObject({
      status: 200,
      body: { refresh_token: hanako.handle, expires_in: 300, error: null },
    })
    expect((await hanako.call('users.me')).status).toBe(200)
  })

  test('the secret is another one after each tick of nine minutes', async () => {
    const seen = new Set([hanako.cookies['refresh_token']])
    for (let tick = 0; tick < 4; tick += 1) {
      api.clock.forward(9 * minute)
      await hanako.call('auth.refreshToken', { body: { refresh_token: hanako.handle } })
      seen.add(hanako.cookies['refresh_token'])
    }
    expect(seen.size).toBe(5)
  })

  test('tabs that refresh together get one and the same secret', async () => {
    api.clock.forward(9 * minute)
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => hanako.callAndLose('auth.refreshToken', app)),
    )
    expect(replies.map((reply) => reply.status)).toEqual(Array(20).fill(200))
    expect(new Set(replies.map((reply) => reply.cookies['refresh_token'])).size).toBe(1)
  })

  test('a secret in the body beside a cookie is the one that rotates, and the cookie stays what it was', async () => {
    const { refresh_token } = await api.signIn('kyoko')
    const before = { ...hanako.cookies }
    const reply = await hanako.call('auth.refreshToken', { body: { refresh_token } })
    expect(reply).toMatchObject({ status: 200, cookies: {} })
    expect(hanako.cookies).toEqual(before)
    expect((await refresh()).status).toBe(200)
  })
})

describe('survives', () => {
  test('an answer that was lost in a tunnel, hours later', async () => {
    api.clock.forward(9 * minute)
    await hanako.callAndLose('auth.refreshToken', app)
    api.clock.forward(180 * minute)
    expect((await refresh()).status).toBe(200)
    expect((await hanako.call('users.me')).status).toBe(200)
  })

  test('and the copy that was left behind is good for thirty seconds after the new one was used, then it betrays itself', async () => {
    const old = hanako.cookies['refresh_token']
    api.clock.forward(9 * minute)
    await refresh()
    await hanako.call('users.me')
    api.clock.forward(29_000)
    expect((await hanako.callAndLose('auth.refreshToken', sent(old))).status).toBe(200)
    api.clock.forward(2_000)

    const thief = await hanako.callAndLose('auth.refreshToken', sent(old))
    expect(thief).toMatchObject({ status: 403, body: { code: 'SESSION_REVOKED', access_token: null } })
    expect(await refresh()).toMatchObject({
      status: 403,
      body: { code: 'SESSION_REVOKED', access_token: null },
    })
    expect(hanako.cookies['refresh_token']).toBeUndefined()
    expect((await hanako.call('users.me')).status).toBe(401)

    // Once, however often the copies are shown.
    await hanako.callAndLose('auth.refreshToken', sent(old))
    const { items } = await (await api.as('hanako')).get('notifications.list')
    expect(items.filter(({ title }) => title === '安全のためログアウトしました')).toHaveLength(1)
    const mails = await api.db.query(
      `select 1 from messages where template = 'account_changed' and dedupe_key like 'security:session_copied:%'`,
    )
    expect(mails).toHaveLength(1)
  })
})

describe('refuses', () => {
  test('whoever has no session, with 403 and never 401', async () => {
    const refusal = await api.nobody.refused('auth.refreshToken', app)
    expect(refusal).toMatchObject({ status: 403, code: 'SESSION_REQUIRED', access_token: null })
  })

  test('a cookie without the page behind it', async () => {
    const reply = await hanako.callAndLose('auth.refreshToken')
    expect(reply).toMatchObject({ status: 403, body: { code: 'SESSION_REQUIRED' }, cookies: {} })
  })

  test("a page's secret in the body: it belongs to its cookie and its device", async () => {
    const refresh_token = hanako.cookies['refresh_token']
    for (const headers of [{}, { 'X-Client-Type': 'api' }]) {
      const reply = await api.nobody.call('auth.refreshToken', { body: { refresh_token }, headers })
      expect(reply).toMatchObject({ status: 403, body: { code: 'SESSION_REQUIRED' }, cookies: {} })
    }
    expect((await refresh()).status).toBe(200)
  })

  test.each([
    ['another site', { Origin: 'https://evil.example' }, 403, 'ORIGIN_FORBIDDEN'],
    ['a frame in another site', { 'Sec-Fetch-Site': 'cross-site' }, 403, 'ORIGIN_FORBIDDEN'],
    ['a form', { 'Content-Type': 'text/plain' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ])('%s, and sets no cookie', async (_name, headers, status, code) => {
    const reply = await hanako.callAndLose('auth.refreshToken', {
      headers: { 'X-Requested-By': 'app', ...headers },
    })
    expect(reply).toMatchObject({ status, body: { code }, cookies: {} })
  })

  test('a handle of somebody else, and both sessions live on', async () => {
    const kyoko = await openBrowser(api.url, 'kyoko')
    const reply = await hanako.call('auth.refreshToken', { body: { refresh_token: kyoko.handle } })
    expect(reply).toMatchObject({ status: 403, body: { code: 'SESSION_REQUIRED' } })
    expect((await refresh()).status).toBe(200)
    expect((await kyoko.call('auth.refreshToken', app)).status).toBe(200)
  })

  test('a secret without its device cookie: it was copied, and the family ends', async () => {
    const reply = await hanako.callAndLose('auth.refreshToken', {
      headers: { 'X-Requested-By': 'app', Cookie: `refresh_token=${hanako.cookies['refresh_token']}` },
    })
    expect(reply).toMatchObject({ status: 403, body: { code: 'SESSION_REVOKED' } })
    expect((await refresh()).status).toBe(403)
  })

  test('a secret whose signature is another one', async () => {
    const [id, generation] = (hanako.cookies['refresh_token'] ?? '').split('.')
    const forged = `${id}.${generation}.${'A'.repeat(43)}`
    expect(await hanako.callAndLose('auth.refreshToken', sent(forged))).toMatchObject({
      status: 403,
      body: { code: 'SESSION_REVOKED' },
    })
    expect((await refresh()).status).toBe(200)
  })

  test('a session that slept for more than a week, and one that is thirty days old', async () => {
    const own = await startApi()
    const sleeper = await openBrowser(own.url, 'hanako')
    const busy = await openBrowser(own.url, 'kyoko')
    const day = 24 * 60 * minute
    for (let days = 0; days < 25; days += 5) {
      own.clock.forward(5 * day)
      expect((await busy.call('auth.refreshToken', app)).status).toBe(200)
    }
    own.clock.forward(5 * day)
    for (const browser of [sleeper, busy]) {
      const reply = await browser.call('auth.refreshToken', app)
      expect(reply).toMatchObject({ status: 403, body: { code: 'SESSION_EXPIRED', access_token: null } })
      expect(browser.cookies['refresh_token']).toBeUndefined()
    }
    await own.close()
  })

  test('an account that was suspended meanwhile', async () => {
    const yoko = await openBrowser(api.url, 'yoko')
    await api.db.query(`update users set suspended_at = now() where username = 'yoko'`)
    expect(await yoko.call('auth.refreshToken', app)).toMatchObject({
      status: 403,
      body: { code: 'AUTH_SUSPENDED' },
    })
  })

  test('more than sixty refreshes of a session within ten minutes', async () => {
    const limited = await startApi({ env: { RATE_LIMITS: 'on' } })
    limited.clock.stop()
    const browser = await openBrowser(limited.url, 'hanako')
    const replies = []
    for (let count = 0; count < 61; count += 1) replies.push(await browser.call('auth.refreshToken', app))
    const last = replies.pop()
    expect(replies.filter(({ status }) => status === 429)).toEqual([])
    expect(last).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0)
    await limited.close()
  })

  test('made-up secrets, of which a session whose id they name notices nothing', async () => {
    const limited = await startApi({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } })
    limited.clock.stop()
    const browser = await openBrowser(limited.url, 'hanako')
    const [id] = (browser.cookies['refresh_token'] ?? '').split('.')
    const madeUp = (session: string | undefined) =>
      limited.nobody.call('auth.refreshToken', {
        headers: {
          'X-Requested-By': 'app',
          'X-Forwarded-For': '198.51.100.7',
          Cookie: `refresh_token=${session}.1.${'A'.repeat(43)}; did=${browser.cookies['did']}`,
        },
      })
    for (let count = 0; count < 61; count += 1) expect((await madeUp(id)).status).toBe(403)
    for (let count = 0; count < 9; count += 1) expect((await madeUp(randomUUID())).status).toBe(403)
    expect((await browser.call('auth.refreshToken', app)).status).toBe(200)
    // One line for all of them, and one for the session that is there.
    const counted = () =>
      limited.db.query(`select hits::int from rate_limits where bucket like 'refresh:%' order by hits desc`)
    expect(await counted()).toEqual([{ hits: 70 }, { hits: 1 }])
    await limited.db.query(`update rate_limits set hits = 600 where bucket like 'refresh:ip:%'`)
    expect(await madeUp(randomUUID())).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect((await browser.call('auth.refreshToken', app)).status).toBe(200)
    await limited.close()
  })
})

test('the end of a session takes its pay codes along, in the same commit', async () => {
  await hanako.call('users.token')
  const live = () =>
    api.db.query(
      `select 1 from ledger.pay_codes c join sessions s on s.id = c.session_id where s.handle = $1 and c.state = 'live'`,
      [hanako.handle],
    )
  expect(await live()).toHaveLength(1)
  await hanako.call('auth.logout', { body: { refresh_token: hanako.handle } })
  expect(await live()).toHaveLength(0)
})

test.each([
  ['says that it is one', { 'X-Client-Type': 'api' }],
  ['says nothing', {}],
  ['has a browser send its call', { 'Sec-Fetch-Site': 'same-origin' }],
])('a program that %s rotates its secret in the body and gets no cookie', async (_name, headers) => {
  const program = await api.signIn('kyoko')
  const refreshWith = (refresh_token: string | null | undefined) =>
    api.nobody.call('auth.refreshToken', { body: { refresh_token }, headers: { ...headers } })
  const reply = await refreshWith(program.refresh_token)
  expect(reply).toMatchObject({ status: 200, cookies: {} })
  const { refresh_token: next, access_token } = reply.body as Record<string, string>
  expect(next).not.toBe(program.refresh_token)

  // The old one betrays a thief who kept a copy, once the new one was used.
  const used = await api.nobody.call('users.me', { headers: { Authorization: `Bearer ${access_token}` } })
  expect(used.status).toBe(200)
  api.clock.forward(31_000)
  const betrayed = { status: 403, body: { code: 'SESSION_REVOKED' }, cookies: {} }
  expect(await refreshWith(program.refresh_token)).toMatchObject(betrayed)
  expect(await refreshWith(next)).toMatchObject(betrayed)
})
