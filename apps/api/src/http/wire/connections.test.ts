// What comes after a refusal on the same connection: behind a proxy it is another person's call.
import { randomUUID } from 'node:crypto'
import { callOf, type CallName, pathOf } from '@shirogane/contract/wire/calls'
import { endpoints } from '@shirogane/contract'
import type { Endpoint } from '@shirogane/contract/wire/endpoint'
import type { Caller } from '@shirogane/testkit/calls/caller'
import { castByRole, castRoles } from '@shirogane/testkit/cast'
import { hasNginx, type Nginx, startNginx } from '@shirogane/testkit/servers/nginx'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { openWire, type Wire, type WireAnswer } from '@shirogane/testkit/calls/wire'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/** With a proxy that hands a body on whole, and with one that hands it on as it comes, where there is one. */
const roads = ['direct', ...(hasNginx ? (['nginx', 'streaming nginx'] as const) : [])] as const
type Road = (typeof roads)[number]

let api: TestApi
const proxies: Nginx[] = []
const urls = new Map<Road, string>()

beforeAll(async () => {
  api = await startApi()
  urls.set('direct', api.url)
  if (!hasNginx) {
    process.stderr.write('There is no nginx here: what a proxy makes of refusals is not looked at.\n')
    return
  }
  for (const road of ['nginx', 'streaming nginx'] as const) {
    const proxy = await startNginx(api.url, { streams: road === 'streaming nginx' })
    proxies.push(proxy)
    urls.set(road, proxy.url)
  }
})
afterAll(async () => {
  for (const proxy of proxies) await proxy.close()
  await api.close()
})

/** How a body is sent: announced and at once, in pieces of no announced number, haltingly, or once it is asked for. */
const forms = ['whole', 'chunked', 'slow', 'asked for'] as const
type Form = (typeof forms)[number]

type Message = { method: string; path: string; headers: Record<string, string>; body: Buffer }
type Kind = {
  name: string
  /** What it makes of a call that is none to begin with; null where the call cannot be refused so. */
  make(endpoint: Endpoint, caller: Caller): Message | null
  status?: number
  /** Of a person who may not call. */
  stranger?: boolean
  /** Where the body is so large that not every form of it is worth its time. */
  forms?: readonly Form[]
}

const boundary = 'shirogane-test-boundary'
const part = (name: string, bytes: Buffer | string, filename: string | null = 'a.jpg'): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename === null ? '' : `; filename="${filename}"`}\r\n\r\n`,
    ),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ])
const formOf = (...parts: Buffer[]): Buffer => Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])
const large = Buffer.alloc(300_000, 'a')

function base(endpoint: Endpoint, caller: Caller): Message {
  const { method, path } = callOf(endpoint.name)
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => key)
  return {
    method,
    path: pathOf(endpoint.name, Object.fromEntries(names.map((name) => [name, randomUUID()]))),
    headers: {
      'Content-Type': endpoint.file ? `multipart/form-data; boundary=${boundary}` : 'application/json',
      ...(caller.access_token !== null && { Authorization: `Bearer ${caller.access_token}` }),
    },
    body: endpoint.file
      ? formOf(part('file', large))
      : Buffer.from(JSON.stringify({ pad: 'a'.repeat(2_000) })),
  }
}

const withHeader = (name: string, value: string) => (endpoint: Endpoint, caller: Caller) => {
  const message = base(endpoint, caller)
  return { ...message, headers: { ...message.headers, [name]: value } }
}
const withBody = (body: (endpoint: Endpoint) => Buffer | null) => (endpoint: Endpoint, caller: Caller) => {
  const made = body(endpoint)
  return made && callOf(endpoint.name).method !== 'GET' ? { ...base(endpoint, caller), body: made } : null
}
const upload = (body: (file: NonNullable<Endpoint['file']>) => Buffer) =>
  withBody(({ file }) => (file ? body(file) : null))
const json = (body: Buffer | string) => withBody(({ file }) => (file ? null : Buffer.from(body)))

const kinds: Kind[] = [
  { name: 'no rights', make: base, stranger: true, status: 403 },
  { name: 'nobody', make: (endpoint) => base(endpoint, api.nobody) },
  { name: 'another name', make: withHeader('Host', 'evil.example'), status: 421 },
  { name: 'another site', make: withHeader('Origin', 'https://evil.example') },
  { name: 'another type', make: withHeader('Content-Type', 'text/plain') },
  { name: 'two Authorizations', make: withHeader('authorization', 'Bearer another'), status: 400 },
  {
    name: 'NUL in the address',
    make: (endpoint, caller) => {
      const message = base(endpoint, caller)
      return { ...message, path: `${message.path}?q=%00` }
    },
    status: 400,
  },
  {
    name: 'no such address',
    make: (endpoint, caller) => ({ ...base(endpoint, caller), path: '/v1/nothing' }),
  },
  {
    name: 'no such method',
    make: (endpoint, caller) => ({ ...base(endpoint, caller), method: 'OPTIONS' }),
  },
  { name: 'too large', make: json(Buffer.alloc(3_000_000, ' ')), status: 413 },
  { name: 'a little too large', make: json(Buffer.alloc(70_000, ' ')), status: 413 },
  { name: 'no JSON', make: json('{"amount":'), status: 400 },
  { name: 'a name twice', make: json('{"amount":1,"amount":100000}'), status: 400 },
  { name: 'a part of another name', make: upload(() => formOf(part('photo', large))) },
  { name: 'a field', make: upload(() => formOf(part('file', large.toString(), null))) },
  { name: 'two files', make: upload(() => formOf(part('file', 'a'), part('file', large))) },
  { name: 'an empty file', make: upload(() => formOf(part('file', ''), part('more', large))) },
  { name: 'half a form', make: upload(() => part('file', large)) },
  { name: 'another form', make: upload(() => Buffer.from('no form at all'.repeat(20_000))) },
  {
    name: 'a file too large',
    forms: ['whole', 'chunked'],
    make: upload(({ bytesMax }) => formOf(part('file', Buffer.alloc(bytesMax + 1)))),
  },
  {
    name: 'a file much too large',
    forms: ['whole', 'chunked'],
    make: upload(({ bytesMax }) => formOf(part('file', Buffer.alloc(bytesMax + 100_000)))),
  },
  { name: 'no picture', make: upload(() => formOf(part('file', large))) },
]

async function callerFor({ who }: Endpoint, { stranger = false }: Kind): Promise<Caller | null> {
  const role = castRoles.find((each) => who.includes(each) !== stranger)
  return role ? api.as(castByRole[role]) : stranger ? null : api.nobody
}

const second = (host: string): string => `GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`
const chunk = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Sends it, and asks something else on the same connection. Answers what is wrong with what came back. */
async function faultOf(road: Road, message: Message, form: Form, status?: number): Promise<string | null> {
  const url = urls.get(road)!
  const { host } = new URL(url)
  const wire = await openWire(url)
  try {
    const answer = await refusalOf(wire, message, form, host)
    if (answer === null) return 'closed the connection without an answer'
    if (answer.status >= 500 && answer.status !== 503) return `answered ${answer.status}`
    // A machine that is busy with other things turns calls away, which is one more refusal.
    if (status !== undefined && ![status, 503].includes(answer.status))
      return `answered ${answer.status} for ${status}`
    // What a proxy refuses by itself has no sentence of ours.
    if (
      road === 'direct' &&
      answer.status >= 400 &&
      answer.headers['content-type'] !== 'application/json; charset=utf-8'
    )
      return `answered ${answer.status} as ${answer.headers['content-type']}`
    if (answer.headers['connection'] === 'close')
      return (await wire.isEnded()) ? null : 'said that it closes, and did not'
    const answered = await askNext(road, wire)
    if (answered?.status !== 200 || answered.body !== '{"status":"ok"}')
      return `answered the next call with ${JSON.stringify(answered)}`
    return null
  } catch (error) {
    return String(error)
  } finally {
    wire.close()
  }
}

/** Asks something else on the same connection. */
async function askNext(road: Road, wire: Wire): Promise<WireAnswer | null> {
  const url = urls.get(road)!
  const { host } = new URL(url)
  wire.send(second(host))
  const answer = await wire.read()
  if (answer !== null || road === 'direct') return answer
  // A proxy may end its side without saying so; then the next request must find its other side in order.
  const another = await openWire(url)
  another.send(second(host))
  return another.read().finally(() => another.close())
}

async function refusalOf(
  wire: Wire,
  { method, path, headers, body }: Message,
  form: Form,
  host: string,
): Promise<WireAnswer | null> {
  const lines = Object.entries({
    ...(headers['Host'] === undefined && { Host: host }),
    ...headers,
    ...(form === 'chunked' ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': String(body.length) }),
    ...(form === 'asked for' && { Expect: '100-continue' }),
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  wire.send(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  const half = body.length >> 1
  if (form === 'whole') wire.send(body)
  if (form === 'chunked')
    wire.send(
      Buffer.concat([chunk(body.subarray(0, half)), chunk(body.subarray(half)), Buffer.from('0\r\n\r\n')]),
    )
  if (form === 'slow') {
    wire.send(body.subarray(0, half))
    await pause(30)
    wire.send(body.subarray(half))
  }
  const first = await wire.read()
  if (first?.status !== 100) return first
  wire.send(body)
  return wire.read()
}

type Trial = { road: Road; name: CallName; kind: Kind; form: Form }

/** A few connections at once, as there are where one poisons what another is given. */
async function faultsOf(trials: Trial[]): Promise<string[]> {
  const faults: string[] = []
  const waiting = [...trials]
  const work = async () => {
    for (let trial = waiting.shift(); trial; trial = waiting.shift()) {
      const { road, name, kind, form } = trial
      if (kind.forms?.includes(form) === false) continue
      const endpoint: Endpoint = endpoints[name]
      const caller = await callerFor(endpoint, kind)
      const message = caller && kind.make(endpoint, caller)
      if (!message) continue
      const fault = await faultOf(road, message, form, kind.status)
      if (fault) faults.push(`${road}, ${name}, ${kind.name}, ${form}: ${fault}`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  return faults.sort()
}

/** Those that any call can be refused for. */
const kindsOfCalls = kinds.slice(0, 13)
const names = Object.keys(endpoints) as CallName[]
const uploads = names.filter((name) => (endpoints[name] as Endpoint).file)
/** These end the session of their caller. */
const others = names.filter((name) => !/^auth\.(logout|refresh)/.test(name))

describe.each(roads)('after a refusal, %s', (road) => {
  // By way of the proxy that hands a body on whole, which sees little of how it is sent, one form of each.
  const fewer = road === 'nginx' ? 1 : forms.length

  test('of any upload, for whatever reason and however it is sent', async () => {
    expect(uploads.length).toBeGreaterThan(5)
    const trials = uploads.flatMap((name, index) =>
      kinds.flatMap((kind, at) =>
        forms
          .filter((_, form) => fewer > 1 || form === (index + at) % forms.length)
          .map((form) => ({ road, name, kind, form })),
      ),
    )
    expect(await faultsOf(trials)).toEqual([])
  })

  test('of any call, by turns for every reason', async () => {
    const each = road === 'direct' ? 4 : 1
    const trials = others.flatMap((name, index) =>
      Array.from({ length: each }, (_, turn) => ({
        road,
        name,
        kind: kindsOfCalls[(index * each + turn) % kindsOfCalls.length]!,
        form: forms[(index + turn) % forms.length]!,
      })),
    )
    expect(await faultsOf(trials)).toEqual([])
  })

  test('for want of room', async () => {
    Object.defineProperty(api.server.context.pool, 'waitingCount', { value: 401, configurable: true })
    const trials = [...uploads, ...others.slice(0, 8)].flatMap((name) =>
      forms.map((form) => ({ road, name, kind: { ...kinds[1]!, status: 503 }, form })),
    )
    try {
      expect(await faultsOf(trials)).toEqual([])
    } finally {
      Reflect.deleteProperty(api.server.context.pool, 'waitingCount')
    }
  })

  test('of twelve uploads at once, and of twelve more, everybody else is answered', async () => {
    const hanako = await api.as('hanako')
    const url = urls.get(road)!
    const { host } = new URL(url)
    const bad = { ...base(endpoints['files.avatar'], hanako), body: formOf(part('photo', large)) }
    for (let round = 0; round < 2; round += 1) {
      const wires = await Promise.all(Array.from({ length: 12 }, () => openWire(url)))
      const refusals = wires.map((wire) => refusalOf(wire, bad, 'whole', host))
      const asked = Array.from({ length: 40 }, async (_, index) => {
        await pause(index * 5)
        const path = index % 2 ? '/healthz' : '/v1/users/me'
        return `${path} ${(await fetch(url + path)).status}`
      })
      const ways = new Set(await Promise.all(asked))
      // A machine that is busy with other things may turn calls away, and answers that it lives.
      ways.delete('/v1/users/me 503')
      expect([...ways].sort()).toEqual(['/healthz 200', '/v1/users/me 401'])
      for (const refusal of await Promise.all(refusals)) expect([400, 503]).toContain(refusal?.status)
      // And on each of the twelve itself.
      for (const wire of wires) {
        expect(await askNext(road, wire)).toMatchObject({ status: 200, body: '{"status":"ok"}' })
        wire.close()
      }
    }
  })
})

describe('what is refused counts', () => {
  test('among the uploads of a day, whatever was wrong with it, and is no longer read after them', async () => {
    const limited = await startApi({ env: { RATE_LIMITS: 'on' } })
    limited.clock.stop()
    const hanako = await limited.as('hanako')
    const { path, headers, body } = {
      ...base(endpoints['files.avatar'], hanako),
      body: formOf(part('photo', large)),
    }
    const send = () => hanako.send('POST', path, { headers, body })
    for (let count = 0; count < 20; count += 1) expect((await send()).status).toBe(400)
    expect(await send()).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    for (const form of forms) {
      const wire = await openWire(limited.url)
      const { host } = new URL(limited.url)
      const answer = await refusalOf(wire, { method: 'POST', path, headers, body }, form, host)
      expect(answer?.status).toBe(429)
      if (answer?.headers['connection'] === 'close') expect(await wire.isEnded()).toBe(true)
      else {
        wire.send(second(host))
        expect((await wire.read())?.status).toBe(200)
      }
      wire.close()
    }
    await limited.close()
  })
})

describe('what never comes', () => {
  const slowly = async (url: string, caller: Caller, name: string) => {
    const wire = await openWire(url)
    const { method, path, headers } = base(endpoints['files.avatar'], caller)
    const body = part(name, large)
    const lines = Object.entries({ ...headers, Host: new URL(url).host, 'Content-Length': '600000' })
    wire.send(
      `${method} ${path} HTTP/1.1\r\n${lines.map(([key, value]) => `${key}: ${value}\r\n`).join('')}\r\n`,
    )
    wire.send(body)
    return wire
  }

  test('is waited for a few seconds after the refusal, and then the connection ends', async () => {
    const wire = await slowly(api.url, await api.as('hanako'), 'photo')
    expect((await wire.read())?.status).toBe(400)
    expect(await wire.isEnded()).toBe(true)
    wire.close()
  })

  test('holds up no shutdown: neither the rest of what was refused, nor of what was not, nor of a head', async () => {
    const own = await startApi()
    const hanako = await own.as('hanako')
    const refused = await slowly(own.url, hanako, 'photo')
    expect((await refused.read())?.status).toBe(400)
    const taken = await slowly(own.url, hanako, 'file')
    const head = await openWire(own.url)
    head.send('GET /healthz HTTP/1.1\r\nHost: loc')
    await pause(100)
    await own.close()
    for (const wire of [refused, taken, head]) {
      // And not because their time was up, which would have been said.
      expect(await wire.read()).toBeNull()
      wire.close()
    }
  })

  test('a call that comes on a connection that was just closed is sent elsewhere, with its body', async () => {
    const own = await startApi()
    const hanako = await own.as('hanako')
    const [busy, late] = [await openWire(own.url), await openWire(own.url)]
    const { host } = new URL(own.url)
    late.send(`POST /v1/files/avatar HTTP/1.1\r\nHost: ${host}\r\n`)
    await pause(50)
    const closed = own.close()
    await pause(50)
    late.send(`Authorization: Bearer ${hanako.access_token}\r\nContent-Length: 300000\r\n\r\n`)
    late.send(large)
    expect(await late.read()).toMatchObject({ status: 503, headers: { connection: 'close' } })
    expect(await late.isEnded()).toBe(true)
    await closed
    for (const wire of [busy, late]) wire.close()
  })
})

test('nothing is done of what was sent on behind an answer that closes the connection', async () => {
  const hanako = await api.as('hanako')
  const before = await hanako.get('notifications.count')
  const { host } = new URL(api.url)
  const wire = await openWire(api.url)
  const chunked = `Host: ${host}\r\nTransfer-Encoding: chunked\r\nContent-Type: text/plain\r\n\r\n1\r\na\r\n0\r\n\r\n`
  wire.send(
    `POST /v1/auth/login HTTP/1.1\r\n${chunked}PATCH /v1/notifications/read HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${hanako.access_token}\r\nContent-Length: 0\r\n\r\n`,
  )
  expect(await wire.read()).toMatchObject({ status: 415, headers: { connection: 'close' } })
  expect(await wire.read()).toBeNull()
  wire.close()
  expect(before).not.toMatchObject({ count: 0 })
  expect(await hanako.get('notifications.count')).toEqual(before)
})
