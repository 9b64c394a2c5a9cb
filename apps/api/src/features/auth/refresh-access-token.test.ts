import { type Browser, openBrowser } from '@shirogane/testkit/calls/browser'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { decodeJwt } from 'jose'
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
const withHandle = () => ({ body: { refresh_token: hanako.handle } })

describe('works', () => {
  test('two ticks of three minutes keep the cookie, and each token lives five minutes', async () => {
    const cookie = hanako.cookies['refresh_token']
    for (let tick = 0; tick < 2; tick += 1) {
      api.clock.forward(3 * minute)
      expect((await hanako.call('auth.refreshAccessToken', withHandle())).status).toBe(200)
      const { exp = 0, iat = 0 } = decodeJwt(hanako.access_token)
      expect(exp - iat).toBe(300)
    }
    expect(hanako.cookies['refresh_token']).toBe(cookie)
  })

  test('a bearer that ran out up to ten minutes ago still vouches for its page', async () => {
    api.clock.forward(14 * minute)
    expect((await hanako.call('auth.refreshAccessToken', withHandle())).status).toBe(200)
  })

  test('it acknowledges no generation that the page never got', async () => {
    api.clock.forward(9 * minute)
    await hanako.callAndLose('auth.refreshToken', { headers: { 'X-Requested-By': 'app' } })
    api.clock.forward(3 * minute)
    expect((await hanako.call('auth.refreshAccessToken', withHandle())).status).toBe(200)
    expect((await hanako.call('users.me')).status).toBe(200)
    api.clock.forward(3 * minute)
    expect((await hanako.call('auth.refreshToken', withHandle())).status).toBe(200)
  })
})

describe('refuses', () => {
  test('a cookie without a bearer, as a thief of the cookie would have it', async () => {
    hanako.access_token = ''
    const reply = await hanako.call('auth.refreshAccessToken', withHandle())
    expect(reply).toMatchObject({ status: 403, body: { code: 'SESSION_REQUIRED', access_token: null } })
  })

  test('a bearer of another session', async () => {
    const kyoko = await openBrowser(api.url, 'kyoko')
    hanako.access_token = kyoko.access_token
    expect((await hanako.call('auth.refreshAccessToken', withHandle())).status).toBe(403)
  })

  test('a bearer that ran out more than ten minutes ago', async () => {
    api.clock.forward(16 * minute)
    expect(await hanako.call('auth.refreshAccessToken', withHandle())).toMatchObject({
      status: 403,
      body: { code: 'SESSION_REQUIRED' },
    })
  })

  test('whoever has no session', async () => {
    expect(await api.nobody.refused('auth.refreshAccessToken')).toMatchObject({
      status: 403,
      code: 'SESSION_REQUIRED',
    })
  })

  test('a session that expired, one that ended and one that was suspended', async () => {
    const own = await startApi()
    const [asleep, ended, suspended] = await Promise.all([
      openBrowser(own.url, 'hanako'),
      openBrowser(own.url, 'kyoko'),
      openBrowser(own.url, 'yoko'),
    ])
    await own.db.query(`update sessions set revoked_at = now(), revoked_reason = 'user' where handle = $1`, [
      ended.handle,
    ])
    await own.db.query(`update users set suspended_at = now() where username = 'yoko'`)
    const code = async (browser: Browser) =>
      (
        (await browser.call('auth.refreshAccessToken', { body: { refresh_token: browser.handle } })).body as {
          code: string
        }
      ).code
    expect(await code(ended)).toBe('SESSION_REVOKED')
    expect(await code(suspended)).toBe('AUTH_SUSPENDED')
    own.clock.forward(8 * 24 * 60 * minute)
    expect(await code(asleep)).toBe('SESSION_EXPIRED')
    await own.close()
  })
})
