import { get as httpGet } from 'node:http'
import { hostname, networkInterfaces } from 'node:os'
import { openSocket } from '@shirogane/testkit/calls/socket'
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

describe('a demo on plain http', () => {
  const [short = ''] = hostname().split('.')
  const names = [
    'localhost:3000',
    '127.0.0.1',
    '[::1]:8080',
    hostname(),
    `${hostname().toUpperCase()}:3000`,
    `${short}.local:3000`,
  ]
  const others = [
    'evil.example',
    'till.local:3000',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '10.0.0.7',
    '0.0.0.0',
    'evil@localhost',
    'pay.example.jp',
    'a b',
  ]
  let api: TestApi
  beforeAll(async () => {
    api = await startApi({ env: { PUBLIC_URL: 'http://demo.example:3000' } })
  })
  afterAll(() => api.close())

  test.each([...names, 'demo.example:3000', 'demo.example'])('answers under %j', async (host) => {
    expect((await ask(api, '/v1/skus/search?query=a', { Host: host })).status).toBe(401)
    expect((await ask(api, '/demo', { Host: host })).status).toBe(200)
  })

  test.each(others)('answers nothing under %j, which may have been led here', async (host) => {
    for (const path of ['/', '/demo', '/demo/outbox', '/v1/skus/search?query=a', '/favicon.ico']) {
      const { status, text } = await ask(api, path, { Host: host })
      expect([status, JSON.parse(text)], path).toMatchObject([421, { code: 'HOST_FORBIDDEN' }])
    }
    expect((await ask(api, '/healthz', { Host: host })).status).toBe(200)
  })

  test('opens a socket under its own names alone, by whichever way', async () => {
    const { refresh_token: token } = await api.as('hanako')
    const open = (Host: string) => openSocket(api.url, '/transactions', { token, headers: { Host } })
    expect(await open('evil.example')).toHaveProperty('refused')
    const polling = '/socket.io/?EIO=4&transport=polling'
    expect((await ask(api, polling, { Host: 'evil.example' })).status).toBe(403)
    expect((await ask(api, polling, { Host: 'localhost' })).status).toBe(200)
    const opened = await open('demo.example:3000')
    expect(opened).toHaveProperty('socket')
    if ('close' in opened) opened.close()
  })

  test('that listens everywhere is also opened by the addresses of its machine', async () => {
    const open = await startApi({ env: { HOST: '0.0.0.0' } })
    const own = Object.values(networkInterfaces())
      .flatMap((all = []) => all)
      .map(({ address, family }) => (family === 'IPv6' ? `[${address}]:3000` : address))
    for (const host of own) expect((await ask(open, '/demo', { Host: host })).status, host).toBe(200)
    for (const host of others) expect((await ask(open, '/demo', { Host: host })).status, host).toBe(421)
    await open.close()
  })
})

test('browsers are told to come by https, and no list of theirs is asked to keep it for ever', async () => {
  const api = await startApi({ env: { PUBLIC_URL: 'https://pay.example.jp' } })
  for (const path of ['/healthz', '/v1/levels', '/nothing']) {
    const { headers } = await ask(api, path, { Host: 'pay.example.jp' })
    expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
  }
  await api.close()
})
