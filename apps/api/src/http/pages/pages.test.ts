import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { get as httpGet } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { database } from '@shirogane/testkit/database'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const html =
  '<!doctype html><title>しろがね</title><script type="module" src="/assets/main-abc123.js"></script>'
const script = `console.log(${JSON.stringify('x'.repeat(2_000))})`

let api: TestApi
beforeAll(async () => {
  const dir = mkdtempSync(join(tmpdir(), 'shirogane-web-'))
  mkdirSync(join(dir, 'assets'))
  for (const [name, text] of [
    ['index.html', html],
    ['assets/main-abc123.js', script],
  ] as const) {
    writeFileSync(join(dir, name), text)
    writeFileSync(join(dir, `${name}.br`), brotliCompressSync(text))
    writeFileSync(join(dir, `${name}.gz`), gzipSync(text))
  }
  writeFileSync(join(dir, 'assets/main-abc123.js.map'), '{}')
  writeFileSync(join(dir, 'sw.js'), '// worker')
  writeFileSync(
    join(dir, 'routes.json'),
    JSON.stringify([
      '/',
      '/qr',
      '/transaction/{id?}',
      '/user/kyc',
      '/admin/register',
      '/payment-method/{id?}/edit',
    ]),
  )
  api = await startApi({ env: { WEB_DIR: dir } })
})
afterAll(() => api.close())

const get = (path: string, headers: Record<string, string> = {}) => api.nobody.send('GET', path, { headers })

describe('pages', () => {
  test.each([
    '/',
    '/qr',
    '/qr/',
    '/transaction',
    '/transaction/1234',
    '/payment-method/7/edit',
    '/?invite=TSUKI01',
  ])('%s is the app', async (path) => {
    const reply = await get(path)
    expect(reply).toMatchObject({ status: 200, body: html })
    expect(reply.headers.get('cache-control')).toBe('no-cache')
    expect(reply.headers.get('content-type')).toContain('text/html')
    expect(reply.headers.get('x-robots-tag')).toBeNull()
  })

  test.each(['/nothing', '/qr/more', '/transaction/1/2', '/adminx'])(
    '%s is the app’s own page for an address that is not there',
    async (path) => {
      const reply = await get(path)
      expect(reply).toMatchObject({ status: 404, body: html })
      expect(reply.headers.get('x-robots-tag')).toBe('noindex')
    },
  )

  test('load nothing but the app’s own files, stand in no frame, and use the camera on two screens alone', async () => {
    const policy = (await get('/')).headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain(`connect-src 'self' ws://${new URL(api.url).host}`)
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types app")
    expect(policy).not.toContain('unsafe-inline')
    expect(policy).not.toContain("'unsafe-eval'")
    const camera = async (path: string) => (await get(path)).headers.get('permissions-policy')?.split(', ')[0]
    expect(await Promise.all(['/', '/qr', '/admin/register', '/user/kyc'].map(camera))).toEqual([
      'camera=()',
      'camera=()',
      'camera=(self)',
      'camera=(self)',
    ])
  })
})

describe('what other programs look for', () => {
  test('a password is changed on its own screen', async () => {
    const reply = await get('/.well-known/change-password')
    expect([reply.status, reply.headers.get('location')]).toEqual([302, '/user/setting?tab=password'])
  })

  test('a weakness is told to the brand, by a file that says until when it is good', async () => {
    const reply = await get('/.well-known/security.txt')
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const lines = Object.fromEntries(
      (reply.body as string)
        .trim()
        .split('\r\n')
        .map((line) => line.split(/: (.*)/)),
    ) as Record<string, string>
    expect(lines).toMatchObject({
      Contact: expect.stringMatching(/\/about\/contact$/),
      'Preferred-Languages': 'ja, en',
      Canonical: expect.stringMatching(/\/\.well-known\/security\.txt$/),
    })
    const days = (Date.parse(lines['Expires'] ?? '') - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(30)
    expect(days).toBeLessThan(365)
  })
})

describe('files', () => {
  test.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['', null],
  ])('come as the browser takes them best: %s', async (accepted, encoding) => {
    const reply = await get('/assets/main-abc123.js', { 'Accept-Encoding': accepted || 'identity' })
    expect(reply).toMatchObject({ status: 200, body: script })
    expect(reply.headers.get('content-encoding')).toBe(encoding)
  })

  test('with a hash in their name are kept for ever, the worker for no time, and both have an ETag', async () => {
    expect((await get('/assets/main-abc123.js')).headers.get('cache-control')).toBe(
      'public, max-age=31536000, immutable',
    )
    const worker = await get('/sw.js')
    expect(worker.headers.get('cache-control')).toBe('no-cache')
    const etag = worker.headers.get('etag') ?? ''
    // Asked without fetch, which would add that it wants no copy.
    const status = await new Promise((resolve, reject) => {
      httpGet(`${api.url}/sw.js`, { headers: { 'If-None-Match': etag } }, (answer) =>
        resolve(answer.resume().statusCode),
      ).on('error', reject)
    })
    expect(status).toBe(304)
  })

  test.each([
    '/assets/gone-abc123.js',
    '/assets/main-abc123.js.map',
    '/assets/main-abc123.js.br',
    '/routes.json',
    '/ROUTES.json',
    '/index.html',
    '/Index.html',
    '/assets//main-abc123.js',
    '/.env',
    '/assets/.env.json',
    '/assets/../../package.json',
    '/%2e%2e/package.json',
    '/assets%2f..%2froutes.json',
    '/assets/..%5croutes.json',
    '/favicon.ico',
  ])('%s is not there, and no page is sent in its place', async (path) => {
    expect(await get(path)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  })
})

describe('beside the app', () => {
  test('the API page, its script and the contract come from this server', async () => {
    const page = await get('/docs')
    expect(page.body).toContain('data-url="/v1/openapi.json"')
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
    const contract = (await get('/v1/openapi.json')).body as {
      openapi: string
      paths: Record<string, object>
    }
    expect(contract.openapi).toBe('3.1.0')
    expect(Object.keys(contract.paths['/v1/transactions/pay'] ?? {})).toEqual(['post'])
    expect((await get('/docs/js/scalar.js')).headers.get('content-type')).toContain('javascript')
  })

  test('this machine reads the figures, and nobody else without the token', async () => {
    const own = await startApi({ env: { METRICS_TOKEN: 'a-token-of-good-length', TRUST_PROXY: '1' } })
    expect((await own.nobody.send('GET', '/metrics')).status).toBe(404)
    const reply = await own.nobody.send('GET', '/metrics', {
      headers: { Authorization: 'Bearer a-token-of-good-length' },
    })
    expect(reply.body).toContain('http_request_duration_seconds')
    await own.close()
    expect((await get('/metrics')).status).toBe(200)
    expect((await get('/metrics', { 'X-Forwarded-For': '203.0.113.1' })).status).toBe(404)
  })

  test('in production nobody reads the figures without the token, not even from this machine', async () => {
    const db = await database()
    await db.query(`delete from settings where key = 'demo'`)
    const METRICS_TOKEN = 'a-token-of-good-length'
    const own = await startApi({
      db,
      env: {
        NODE_ENV: 'production',
        RATE_LIMITS: 'on',
        PUBLIC_URL: 'https://pay.example.jp',
        METRICS_TOKEN,
      },
    })
    const read = (headers: Record<string, string>) => own.nobody.send('GET', '/metrics', { headers })
    expect((await read({})).status).toBe(404)
    expect((await read({ Authorization: `Bearer ${METRICS_TOKEN}` })).status).toBe(200)
    await own.close()
    await db.close()
  })
})
