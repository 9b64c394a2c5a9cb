// What is wrong with a request before it is one, or with its head: said in the same shape as everything else.
import { Writable } from 'node:stream'
import { openLog } from '../../log.ts'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { openWire, type Wire, type WireAnswer } from '@shirogane/testkit/calls/wire'
import { afterAll, beforeAll, expect, test } from 'vitest'

let api: TestApi
let host: string
let logged = ''
/** A head that breaks off, sent first: it is waited for longest. */
let silent: Wire
beforeAll(async () => {
  const destination = new Writable({
    write(part: Buffer, _encoding, done) {
      logged += part.toString()
      done()
    },
  })
  api = await startApi({ log: openLog('info', destination) })
  host = new URL(api.url).host
  silent = await openWire(api.url)
  silent.send(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\nX-Half`)
})
afterAll(() => api.close())

function check(answer: WireAnswer | null, status: number, code: string): void {
  expect(answer).toMatchObject({ status })
  const { headers, body } = answer!
  const { error, message, request_id, ...rest } = JSON.parse(body) as Record<string, string>
  expect(rest).toEqual({ code })
  expect(error).toBe(message)
  expect(error).toMatch(/[ぁ-ん].*。$/)
  expect(request_id).toMatch(/^[0-9A-Z]{12}$/)
  expect(headers['x-request-id']).toBe(request_id)
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
  expect(headers['x-content-type-options']).toBe('nosniff')
}

const get = (...lines: string[]): string =>
  `GET /v1/users/me HTTP/1.1\r\n${[`Host: ${host}`, ...lines].map((line) => `${line}\r\n`).join('')}\r\n`
const post = (...lines: string[]): string => get(...lines).replace('GET /v1/users/me', 'POST /v1/auth/login')

test.each<[string, () => string, number, string]>([
  ['a head of more than 16 kB', () => get(`X-Long: ${'a'.repeat(17_000)}`), 431, 'HEAD_TOO_LARGE'],
  ['a head that goes on and on', () => get(`X-Long: ${'a'.repeat(3_000_000)}`), 431, 'HEAD_TOO_LARGE'],
  [
    'an address of more than 16 kB',
    () => `GET /${'a'.repeat(17_000)} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    431,
    'HEAD_TOO_LARGE',
  ],
  ['no request at all', () => 'hello\r\n\r\n', 400, 'MALFORMED_REQUEST'],
  [
    'the beginning of another protocol',
    () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    400,
    'MALFORMED_REQUEST',
  ],
  ['a tunnel', () => `CONNECT evil.example:443 HTTP/1.1\r\nHost: ${host}\r\n\r\n`, 400, 'MALFORMED_REQUEST'],
  ['a header that is none', () => get('no colon'), 400, 'MALFORMED_REQUEST'],
  ['a header with a control character', () => get('X-A: a\x01b'), 400, 'MALFORMED_REQUEST'],
  ['two lengths', () => post('Content-Length: 2', 'Content-Length: 3'), 400, 'MALFORMED_REQUEST'],
  [
    'a length and pieces',
    () => post('Content-Length: 2', 'Transfer-Encoding: chunked'),
    400,
    'MALFORMED_REQUEST',
  ],
  [
    'a piece without a length',
    () => `${post('Content-Type: application/json', 'Transfer-Encoding: chunked')}zz\r\n`,
    400,
    'MALFORMED_REQUEST',
  ],
  [
    'a piece that says too much of itself',
    () =>
      `${post('Content-Type: application/json', 'Transfer-Encoding: chunked')}1;${'a'.repeat(20_000)}\r\na\r\n0\r\n\r\n`,
    413,
    'BODY_TOO_LARGE',
  ],
])('%s', async (_name, text, status, code) => {
  const wire = await openWire(api.url)
  wire.send(Buffer.from(text(), 'latin1'))
  const answer = await wire.read()
  check(answer, status, code)
  expect(answer?.headers['connection']).toBe('close')
  // One answer, and then the end.
  expect(await wire.read()).toBeNull()
  wire.close()
})

test.each([
  ['Authorization', ['Authorization: Bearer a', 'Authorization: Bearer b']],
  ['Authorization, in other letters', ['AUTHORIZATION: Bearer a', 'authorization: Bearer a']],
  ['Host', ['Host: localhost']],
  ['Origin', ['Origin: https://evil.example', 'Origin: http://localhost:3000']],
  ['Idempotency-Key', ['Idempotency-Key: aaaaaaaaaa', 'Idempotency-Key: bbbbbbbbbb']],
  ['Content-Type', ['Content-Type: application/json', 'Content-Type: text/plain']],
  ['Sec-Fetch-Site', ['Sec-Fetch-Site: same-origin', 'Sec-Fetch-Site: cross-site']],
  ['X-Client-Type', ['X-Client-Type: api', 'X-Client-Type: web']],
  ['X-Requested-By', ['X-Requested-By: app', 'X-Requested-By: other']],
])('%s twice', async (_name, lines) => {
  const wire = await openWire(api.url)
  for (const text of [get(...lines), `${post(...lines, 'Content-Length: 2')}{}`]) {
    wire.send(text)
    check(await wire.read(), 400, 'MALFORMED_REQUEST')
  }
  // It was a request, and the connection is in order.
  wire.send(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
  expect((await wire.read())?.status).toBe(200)
  wire.close()
})

test('what may come twice may, and no Host is enough for none but the oldest protocol', async () => {
  const wire = await openWire(api.url)
  wire.send(
    get(
      'Accept: a',
      'Accept: b',
      'Cookie: a=1',
      'Cookie: b=2',
      'X-Forwarded-For: 1.1.1.1',
      'X-Forwarded-For: 2.2.2.2',
    ),
  )
  check(await wire.read(), 401, 'AUTH_REQUIRED')
  wire.send('GET /healthz HTTP/1.1\r\n\r\n')
  check(await wire.read(), 400, 'MALFORMED_REQUEST')
  wire.send('GET /healthz HTTP/1.0\r\n\r\n')
  expect((await wire.read())?.status).toBe(200)
  wire.close()
})

test('a socket is opened by no head of two meanings', async () => {
  for (const [more, status] of [
    ['', 101],
    ['Host: evil.example\r\n', 400],
    ['Origin: http://localhost:3000\r\nOrigin: https://evil.example\r\n', 400],
  ] as const) {
    const wire = await openWire(api.url)
    wire.send(
      `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${host}\r\n${more}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    )
    expect((await wire.read())?.status, more).toBe(status)
    wire.close()
  }
})

test('an upgrade of anything else is a call like all others', async () => {
  const wire = await openWire(api.url)
  wire.send(get('Connection: Upgrade', 'Upgrade: h2c'))
  check(await wire.read(), 401, 'AUTH_REQUIRED')
  wire.close()
})

test('what cannot be read behind a call leaves that call its own answer, and gets none', async () => {
  const wire = await openWire(api.url)
  wire.send(`${get()}nonsense\r\n\r\n`)
  check(await wire.read(), 401, 'AUTH_REQUIRED')
  expect(await wire.read()).toBeNull()
  wire.close()
})

test('a head that does not end is answered in time, and the log says why and nothing of what was sent', async () => {
  const answer = await silent.read()
  check(answer, 408, 'REQUEST_TIMEOUT')
  expect(await silent.read()).toBeNull()
  silent.close()
  const wire = await openWire(api.url)
  wire.send(get('Authorization: Bearer a-secret-of-hers', 'broken'))
  const { request_id } = JSON.parse((await wire.read())!.body) as { request_id: string }
  wire.close()
  await expect.poll(() => logged).toContain(request_id)
  const line = logged.split('\n').find((one) => one.includes(request_id)) ?? ''
  expect(JSON.parse(line)).toMatchObject({ event: 'request_unreadable', reason: 'HPE_INVALID_HEADER_TOKEN' })
  expect(logged).not.toContain('a-secret-of-hers')
})
