import { get as httpGet } from 'node:http'
import { openSocket } from '@shirogane/testkit/socket'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

type Reply = { status: number; text: string; headers: Record<string, unknown> }

/** As `fetch` cannot ask: under a name of the caller's own. */
const ask = ({ url }: TestApi, path: string, headers: Record<string, string>): Promise<Reply> =>
  new Promise((resolve, reject) => {
    httpGet(new URL(path, url), { headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => (text += part))
      answer.on('end', () => resolve({ status: answer.statusCode!, text, headers: answer.headers }))
    }).on('error', reject)
  })

const foreign = ['evil.example', 'pay.example.jp.evil.example', 'pay.example.jp:8443', '10.0.0.7', 'a b']
const own = [
  'pay.example.jp',
  'PAY.example.jp',
  'pay.example.jp:443',
  'localhost:3000',
  '127.0.0.1',
  '[::1]:3000',
]

describe('a service with a public address', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startApi({ env: { PUBLIC_URL: 'https://pay.example.jp', TRUST_PROXY: '1' } })
  })
  afterAll(() => api.close())

  test.each(foreign)('answers nothing under the name %j', async (host) => {
    for (const path of ['/', '/v1/skus/search?query=a', '/v1/nothing', '/favicon.ico']) {
      const { status, text, headers } = await ask(api, path, { Host: host })
      expect([status, JSON.parse(text)], path).toMatchObject([421, { code: 'HOST_FORBIDDEN' }])
      expect(JSON.stringify(headers) + text).not.toContain('evil')
    }
    // What a proxy says that it was asked for does not help.
    const forwarded = { Host: host, 'X-Forwarded-Host': 'pay.example.jp' }
    expect((await ask(api, '/', forwarded)).status).toBe(421)
  })

  test.each(own)('answers under %j', async (host) => {
    expect((await ask(api, '/v1/skus/search?query=a', { Host: host })).status).toBe(401)
  })

  test('opens a socket under its own name alone', async () => {
    const { refresh_token: token } = await api.as('hanako')
    const open = (Host: string) => openSocket(api.url, '/transactions', { token, headers: { Host } })
    expect(await open('evil.example')).toHaveProperty('refused')
    const opened = await open('pay.example.jp')
    expect(opened).toHaveProperty('socket')
    if ('close' in opened) opened.close()
  })

  test('tells whoever looks after it by any name that it runs', async () => {
    for (const host of [...foreign.slice(0, 4), 'app-1:3000']) {
      for (const path of ['/healthz', '/readyz', '/readyz/'])
        expect((await ask(api, path, { Host: host })).status, `${host}${path}`).toBe(200)
    }
  })
})

test('a demo without one is opened by whatever name the machine has', async () => {
  const api = await startApi()
  expect((await ask(api, '/v1/skus/search?query=a', { Host: 'till.local:3000' })).status).toBe(401)
  await api.close()
})
