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

describe('works', () => {
  test('the session is over at once, on both of its halves, and the browser is told to forget', async () => {
    const { access_token } = hanako
    const cookie = { ...hanako.cookies }
    const reply = await hanako.call('auth.logout', { body: { refresh_token: hanako.handle } })
    expect(reply.status).toBe(204)
    expect(reply.headers.get('clear-site-data')).toBe('"cache", "storage"')
    expect(hanako.cookies).toEqual({ did: cookie['did'] })

    hanako.access_token = access_token
    expect(await hanako.call('users.me')).toMatchObject({
      status: 401,
      body: { code: 'AUTH_SESSION_EXPIRED' },
    })
    Object.assign(hanako.cookies, cookie)
    expect((await hanako.call('auth.refreshToken', { headers: { 'X-Requested-By': 'app' } })).status).toBe(
      403,
    )
  })

  test('it needs no living access token, and a second time is as good as the first', async () => {
    api.clock.forward(3_600_000)
    const cookie = { ...hanako.cookies }
    expect((await hanako.call('auth.logout')).status).toBe(204)
    Object.assign(hanako.cookies, cookie)
    expect((await hanako.call('auth.logout')).status).toBe(204)
    expect((await api.nobody.call('auth.logout')).status).toBe(204)
  })

  test.each([
    ['a program that says that it is one', { 'X-Client-Type': 'api' }],
    ['a program that says nothing', {}],
    ['a page', { Origin: '', 'Sec-Fetch-Site': 'same-origin' }],
  ])('a refresh token in the body ends its session, sent by %s', async (_name, { ...headers }) => {
    if ('Origin' in headers) headers.Origin = new URL(api.url).origin
    const program = await api.signIn('hanako')
    const ask = { body: { refresh_token: program.refresh_token }, headers }
    expect((await api.nobody.call('auth.logout', ask)).status).toBe(204)
    expect((await program.call('users.me')).status).toBe(401)
    expect(await api.nobody.call('auth.refreshToken', ask)).toMatchObject({
      status: 403,
      body: { code: 'SESSION_REVOKED' },
    })
    // A dead one is a good end too.
    expect((await api.nobody.call('auth.logout', ask)).status).toBe(204)
  })

  test('a secret of another session beside a cookie ends both: both were shown', async () => {
    const program = await api.signIn('kyoko')
    const { access_token } = hanako
    const reply = await hanako.call('auth.logout', { body: { refresh_token: program.refresh_token } })
    expect(reply.status).toBe(204)
    expect((await program.call('users.me')).status).toBe(401)
    hanako.access_token = access_token
    expect((await hanako.call('users.me')).status).toBe(401)
  })
})

describe('says so where it ends nothing', () => {
  const forged = (secret: string) => `${secret.split('.').slice(0, 2).join('.')}.${'A'.repeat(43)}`

  test.each([
    ['a bare handle', () => hanako.handle],
    ['what is no token', () => 'garbage'],
    ['nothing at all', () => ''],
    ['a token of a session that there never was', () => `${randomUUID()}.1.${'A'.repeat(43)}`],
    ['a token with another signature', () => forged(hanako.cookies['refresh_token'] ?? '')],
  ])('%s is not there, with the header and without', async (_name, tokenOf) => {
    for (const headers of [{}, { 'X-Client-Type': 'api' }]) {
      const reply = await api.nobody.call('auth.logout', { body: { refresh_token: tokenOf() }, headers })
      expect(reply).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    }
    expect((await hanako.call('users.me')).status).toBe(200)
  })

  test.each([
    ['its cookie', { body: {} }],
    ['its cookie and handle', { body: 'handle' }],
  ])('a page that has only %s is signed out', async (_name, { body }) => {
    const { access_token } = hanako
    const sent = body === 'handle' ? { refresh_token: hanako.handle } : {}
    expect((await hanako.call('auth.logout', { body: sent })).status).toBe(204)
    hanako.access_token = access_token
    expect((await hanako.call('users.me')).status).toBe(401)
  })
})

test('refuses to end the session of somebody else, and clears the own cookie all the same', async () => {
  const kyoko = await openBrowser(api.url, 'kyoko')
  const reply = await hanako.call('auth.logout', { body: { refresh_token: kyoko.handle } })
  expect(reply).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  expect(hanako.cookies['refresh_token']).toBeUndefined()
  expect((await kyoko.call('users.me')).status).toBe(200)
})
