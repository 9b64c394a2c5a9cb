import type { Output } from '@shirogane/testkit/calls/caller'
import { castLogins } from '@shirogane/testkit/cast'
import { castPassword } from '@shirogane/testkit/database'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, expect, test } from 'vitest'

const origin = 'https://app.shirogane.example'
const asBrowser = { Origin: origin, 'Sec-Fetch-Site': 'same-origin' }

let api: TestApi
beforeAll(async () => {
  api = await startApi({ env: { PUBLIC_URL: origin } })
})
afterAll(() => api.close())

test('over https cookies belong to this one host, are sent by https alone, and no script reads them', async () => {
  const reply = await api.nobody.call('auth.login', {
    body: { credential: castLogins.hanako, password: castPassword },
    headers: asBrowser,
  })
  expect(reply.status).toBe(200)
  expect(reply.headers.get('strict-transport-security')).toMatch(/^max-age=\d{8,}/)
  const cookies = reply.headers.getSetCookie()
  expect(new Set(cookies.map((cookie) => cookie.split('=')[0]))).toEqual(
    new Set(['__Host-did', '__Host-refresh_token']),
  )
  for (const cookie of cookies) {
    expect(cookie).toContain('; Path=/; HttpOnly; Secure; SameSite=Strict')
    expect(cookie).not.toContain('Domain')
  }

  // Under the name of plain http it is a cookie that anybody on a sibling host could have laid.
  const jar = cookies.map((cookie) => cookie.split(';')[0]).join('; ')
  const { token } = reply.body as Output<'auth.loginCode'>
  const body = { refresh_token: token.refresh_token }
  const renewed = (cookie: string) =>
    api.nobody.call('auth.refreshToken', { body, headers: { ...asBrowser, Cookie: cookie } })
  expect((await renewed(jar.replaceAll('__Host-', ''))).status).toBe(403)
  expect((await renewed(jar)).status).toBe(200)
})
