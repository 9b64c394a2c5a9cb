import { type Browser, openBrowser } from '@shirogane/testkit/browser'
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

  test('a program ends its session with its secret', async () => {
    const program = await api.signIn('hanako')
    const ask = { body: { refresh_token: program.refresh_token }, headers: { 'X-Client-Type': 'api' } }
    expect((await api.nobody.call('auth.logout', ask)).status).toBe(204)
    expect((await program.call('users.me')).status).toBe(401)
  })

  test('a bare handle ends nothing', async () => {
    expect((await api.nobody.call('auth.logout', { body: { refresh_token: hanako.handle } })).status).toBe(
      204,
    )
    expect((await hanako.call('users.me')).status).toBe(200)
  })
})

test('refuses to end the session of somebody else, and clears the own cookie all the same', async () => {
  const kyoko = await openBrowser(api.url, 'kyoko')
  const reply = await hanako.call('auth.logout', { body: { refresh_token: kyoko.handle } })
  expect(reply).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  expect(hanako.cookies['refresh_token']).toBeUndefined()
  expect((await kyoko.call('users.me')).status).toBe(200)
})
