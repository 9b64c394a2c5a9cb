import type { Caller } from '@shirogane/testkit/calls/caller'
import { castPassword } from '@shirogane/testkit/database'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rateLimits } from './rate-limits.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const json = { 'Content-Type': 'application/json' }
const login = (body: string | Uint8Array, headers: Record<string, string> = json) =>
  api.nobody.send('POST', '/v1/auth/login', { headers, body })

describe('every answer', () => {
  test('carries its number, which a refusal repeats, and is kept by nobody', async () => {
    const reply = await api.nobody.call('users.me')
    expect(reply.headers.get('x-request-id')).toMatch(/^[0-9A-Z]{12}$/)
    expect(reply.body).toMatchObject({ request_id: reply.headers.get('x-request-id') })
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(reply.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
    expect(reply.headers.get('server') ?? reply.headers.get('x-powered-by')).toBeNull()
    expect(reply.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('carries a new number, whatever number the caller brings along', async () => {
    const reply = await api.nobody.send('GET', '/v1/nothing', { headers: { 'X-Request-Id': 'mine' } })
    expect(reply.headers.get('x-request-id')).not.toBe('mine')
  })
})

describe('a request that is none', () => {
  test.each<[string, () => ReturnType<typeof login>, number, string]>([
    ['half a JSON', () => login('{"credential":'), 400, 'MALFORMED_REQUEST'],
    [
      'bytes that are no text',
      () => login(new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])),
      400,
      'MALFORMED_REQUEST',
    ],
    [
      'a character that no text holds',
      () => login('{"credential":"a\\u0000b","password":"x"}'),
      400,
      'MALFORMED_REQUEST',
    ],
    [
      'half of a character',
      () => login('{"credential":"a\\ud83d","password":"x"}'),
      400,
      'MALFORMED_REQUEST',
    ],
    [
      'half of a character behind what only looks like the other half',
      () => login('{"credential":"a\\\\ud83d\\ude00","password":"x"}'),
      400,
      'MALFORMED_REQUEST',
    ],
    [
      'a name that no text holds',
      () => login('{"credential":"a","password":"x","b\\u0000":[{"c":1}]}'),
      400,
      'MALFORMED_REQUEST',
    ],
    [
      'nothing of the kind: a backslash, and what follows it in other texts',
      () => login('{"credential":"a\\\\u0000\\u0062","password":"x"}'),
      400,
      'AUTH_INVALID_CREDENTIALS',
    ],
    [
      'a poisoned prototype',
      () => login('{"__proto__":{"type":"owner"},"credential":"a","password":"b"}'),
      400,
      'MALFORMED_REQUEST',
    ],
    ['a list', () => login('[]'), 400, 'VALIDATION_ERROR'],
    [
      'a form',
      () => login('credential=hanako', { 'Content-Type': 'application/x-www-form-urlencoded' }),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    ['XML', () => login('<login/>', { 'Content-Type': 'application/xml' }), 415, 'UNSUPPORTED_MEDIA_TYPE'],
    [
      'a body of more than 64 KiB',
      () => login(JSON.stringify({ credential: 'x'.repeat(70_000) })),
      413,
      'BODY_TOO_LARGE',
    ],
    [
      'a broken escape in the address',
      () => api.nobody.send('GET', '/v1/transactions/%E0%A4/details'),
      400,
      'MALFORMED_REQUEST',
    ],
    [
      'a broken escape outside the data',
      () => api.nobody.send('GET', '/user/%E0%A4'),
      400,
      'MALFORMED_REQUEST',
    ],
    [
      'a name in the address that is much too long',
      () => api.nobody.send('GET', `/v1/transactions/${'x'.repeat(300)}/details`),
      404,
      'NOT_FOUND',
    ],
    [
      'a NUL in the address',
      () => api.nobody.send('GET', '/v1/skus/search?query=%00'),
      400,
      'MALFORMED_REQUEST',
    ],
    ['an address that is not there', () => api.nobody.send('GET', '/v1/nothing'), 404, 'NOT_FOUND'],
    ['a method that is not there', () => api.nobody.send('PUT', '/v1/users/me'), 405, 'METHOD_NOT_ALLOWED'],
    [
      'a preflight of another site',
      () => api.nobody.send('OPTIONS', '/v1/auth/login', { headers: { Origin: 'https://evil.example' } }),
      405,
      'METHOD_NOT_ALLOWED',
    ],
  ])('%s: its status, its code and a sentence', async (_name, send, status, code) => {
    const reply = await send()
    expect(reply).toMatchObject({ status, body: { code } })
    const { error, message } = reply.body as { error: string; message: string }
    expect(error).toBe(message)
    expect(error).toMatch(/[ぁ-ん].*。$/)
    expect(reply.headers.get('x-request-id')).toMatch(/^[0-9A-Z]{12}$/)
    expect(reply.body).toMatchObject({ request_id: reply.headers.get('x-request-id') })
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(reply.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
    expect(reply.headers.get('referrer-policy')).toBe('no-referrer')
    expect(reply.headers.get('cross-origin-resource-policy')).toBe('same-origin')
  })

  test('names no library, no table and no line of ours', async () => {
    for (const reply of [await login('{'), await login('[]'), await api.nobody.send('GET', '/v1/%')]) {
      expect(JSON.stringify(reply.body)).not.toMatch(
        /fastify|zod|postgres|select|\.ts|node_modules|expected|Invalid/i,
      )
    }
  })
})

describe('inputs', () => {
  test('each that fails has its own sentence, under its path', async () => {
    const clerk = await api.as('clerk')
    const refusal = await clerk.refused('transactions.pay', {
      body: {
        amount: 0,
        items: [
          { name: '', unit_price: -1, quantity: 0 },
          { sku_id: 'x', quantity: 1.5 },
          { name: '指輪', unit_price: 10_000_000_000, quantity: 1 },
        ],
        tenders: { cash: '100', bitcoin: 1 },
        note: 'あ'.repeat(201),
        user_id: 'someone',
      },
      headers: { 'Idempotency-Key': 'a-key-of-its-own' },
    })
    expect(refusal).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' })
    expect(refusal.fields).toEqual({
      amount: '1円以上の金額を入力してください。',
      'items.0.name': '商品名を入力してください。',
      'items.0.unit_price': '1円以上の金額を入力してください。',
      'items.0.quantity': '1以上の数字を入力してください。',
      'items.2.unit_price': '999,999,999以下の数字を入力してください。',
      'items.1.sku_id': '入力の形式が正しくありません。',
      'items.1.quantity': '半角の整数で入力してください。',
      'tenders.cash': '半角の整数で入力してください。',
      'tenders.bitcoin': 'この項目は指定できません。',
      note: '200文字以内で入力してください。',
      user_id: 'この項目は指定できません。',
    })
  })

  test('what is nested deeper than anybody can follow is refused, and read no further', async () => {
    const deep = '['.repeat(30_000) + ']'.repeat(30_000)
    const send = async (caller: Caller, path: string, body: string) => {
      const reply = await fetch(api.url + path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${caller.access_token}` },
        body,
      })
      return { status: reply.status, ...((await reply.json()) as { code: string; fields: unknown }) }
    }
    const approval = `{"kind": "discount", "amount": 100, "subject": {"lines": ${deep}}}`
    expect(await send(await api.as('clerk'), '/v1/approvals', approval)).toMatchObject({
      status: 400,
      code: 'VALIDATION_ERROR',
      fields: { body: '入力の形式が正しくありません。' },
    })
    const text = 'YQ'
    const response = { clientDataJSON: text, authenticatorData: text, signature: text }
    const login = JSON.stringify({
      credential: {
        id: text,
        rawId: text,
        type: 'public-key',
        response,
        clientExtensionResults: { deep: 0 },
      },
    }).replace('"deep":0', `"deep":${deep}`)
    expect(await send(await api.as('hanako'), '/v1/auth/passkeys/login', login)).toMatchObject({
      status: 400,
      code: 'VALIDATION_ERROR',
    })
  })

  test.each([0, -1, 0.5, 1e10, '1000', '１０００', null, true, [1], { yen: 1 }])(
    'an amount of %j is no amount',
    async (amount) => {
      const refusal = await (
        await api.as('clerk')
      ).refused('transactions.pay', {
        body: { amount, tenders: { cash: 1 } },
        headers: { 'Idempotency-Key': 'a-key-of-its-own' },
      })
      expect(refusal).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' })
      expect(Object.keys(refusal.fields ?? {})).toEqual(['amount'])
    },
  )

  test('an unknown field of a query changes nothing, and a page that is none is refused', async () => {
    const hanako = await api.as('hanako')
    const plain = await hanako.get('transactions.list', { query: { limit: 2 } })
    expect(await hanako.get('transactions.list', { query: { limit: 2, order: 'asc' } })).toEqual(plain)
    for (const query of [
      { page: 0 },
      { page: -1 },
      { page: 1.5 },
      { limit: 101 },
      { limit: 'all' },
      { filter: 'everything' },
    ]) {
      expect(await hanako.refused('transactions.list', { query })).toMatchObject({
        status: 400,
        code: 'VALIDATION_ERROR',
      })
    }
    expect((await hanako.send('GET', '/v1/transactions/list?page=1&page=2')).status).toBe(400)
  })

  test('an id that is no id names nothing', async () => {
    const hanako = await api.as('hanako')
    expect(await hanako.refused('transactions.details', { params: { id: "1' or '1'='1" } })).toMatchObject({
      status: 404,
    })
  })

  test('a call without inputs takes an empty body, no body, and no other', async () => {
    const hanako = await api.as('hanako')
    for (const body of [undefined, '', '{}']) {
      const init = { headers: json, ...(body !== undefined && { body }) }
      expect((await hanako.send('PATCH', '/v1/notifications/read', init)).status).toBe(200)
    }
    expect((await hanako.send('PATCH', '/v1/notifications/read')).status).toBe(200)
    expect(
      await hanako.send('PATCH', '/v1/notifications/read', { headers: json, body: '{"all":true}' }),
    ).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR', fields: { all: 'この項目は指定できません。' } },
    })
  })

  test.each(['short', 'k'.repeat(256), 'with blank inside', 'かぎのキーです'.repeat(2)])(
    'the key %j is no key',
    async (key) => {
      const { send } = await api.as('clerk')
      const reply = send('POST', '/v1/transactions/pay', {
        headers: { ...json, 'Idempotency-Key': Buffer.from(key, 'utf8').toString('latin1') },
        body: JSON.stringify({ amount: 1_000, tenders: { cash: 1_000 } }),
      })
      expect(await reply).toMatchObject({ status: 400, body: { code: 'IDEMPOTENCY_KEY_INVALID' } })
    },
  )

  test('a slash at the end is the same path, and HEAD is GET without a body', async () => {
    const hanako = await api.as('hanako')
    expect((await hanako.send('GET', '/v1/users/me/')).status).toBe(200)
    expect(await hanako.send('HEAD', '/v1/users/me')).toMatchObject({ status: 200, body: '' })
  })
})

describe('where a call comes from', () => {
  const from = (headers: Record<string, string>) =>
    login(JSON.stringify({ credential: 'hanako', password: castPassword }), { ...json, ...headers })

  test.each([
    ['the page itself', { Origin: 'http://localhost:3000', 'Sec-Fetch-Site': 'same-origin' }, 200],
    ['a program', {}, 200],
    ['another site', { Origin: 'https://evil.example' }, 403],
    ['a sandbox without an origin', { Origin: 'null' }, 403],
    ['another site that hides its name', { 'Sec-Fetch-Site': 'cross-site' }, 403],
    [
      'a neighbour under the same roof',
      { Origin: 'http://shop.localhost', 'Sec-Fetch-Site': 'same-site' },
      403,
    ],
  ])('%s', async (_name, headers, status) => {
    expect((await from(headers)).status).toBe(status)
  })
})

describe('limits', () => {
  const hourMs = 3_600_000

  test('a session that asks more than six hundred times a minute waits', async () => {
    const limited = await startApi({ env: { RATE_LIMITS: 'on' } })
    limited.clock.stop()
    const hanako = await limited.as('hanako')
    const replies = []
    for (let count = 0; count < 650; count += 50) {
      replies.push(
        ...(await Promise.all(Array.from({ length: 50 }, () => hanako.call('notifications.count')))),
      )
    }
    const refused = replies.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(50)
    expect(refused[0]?.body).toMatchObject({ code: 'RATE_LIMITED' })
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    await limited.close()
  })

  test('pay codes come twelve a minute, and the last one stays good', async () => {
    const limited = await startApi({ env: { RATE_LIMITS: 'on' } })
    limited.clock.stop()
    const hanako = await limited.as('hanako')
    const replies = []
    for (let count = 0; count < 13; count += 1) replies.push(await hanako.call('users.token'))
    expect(replies.map(({ status }) => status)).toEqual([...Array.from({ length: 12 }, () => 200), 429])
    expect(replies.at(-1)).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    await limited.close()
  })

  test('one account looks up sixty inviters an hour, known or not, and nobody else is held up by it', async () => {
    const limited = await startApi({ env: { RATE_LIMITS: 'on' } })
    // A new hour begins, and does not pass.
    limited.clock.stop()
    limited.clock.forward(hourMs - (limited.clock.now().getTime() % hourMs))
    const hanako = await limited.as('hanako')
    const look = (caller: typeof hanako, username = 'TSUKI01') =>
      caller.call('affiliates.card', { params: { username } })
    for (let index = 0; index < 60; index += 1) {
      const { status } = await look(hanako, index % 2 ? 'TSUKI01' : 'NOBODY99')
      expect(status).toBe(index % 2 ? 200 : 404)
    }
    const full = await look(hanako)
    expect(full).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect(Number(full.headers.get('retry-after'))).toBeGreaterThan(3_500)
    expect((await look(await limited.as('yoko'))).status).toBe(200)
    expect((await limited.nobody.call('affiliates.card', { params: { username: 'TSUKI01' } })).status).toBe(
      200,
    )
    await limited.close()
  })

  test('a cap slides: half an hour into the next one, half of what the last hour saw still counts', () => {
    let at = 0
    const { capCalls } = rateLimits({ db: null as never, now: () => new Date(at), enabled: true })
    const passes = (count: number, windowSeconds?: number) =>
      Array.from({ length: count }, () => {
        try {
          capCalls(`one-${windowSeconds}`, 10, windowSeconds)
          return true
        } catch {
          return false
        }
      }).filter(Boolean).length
    expect([passes(12, 3_600), passes(12)]).toEqual([10, 10])
    at = 60_000
    // The minute is over, all of it still in view; the hour is not.
    expect([passes(1, 3_600), passes(1)]).toEqual([0, 0])
    at = 180_000
    expect([passes(1, 3_600), passes(12)]).toEqual([0, 10])
    at = 1.5 * hourMs
    // Fourteen were asked for in the hour before.
    expect(passes(12, 3_600)).toBe(3)
    at = 4 * hourMs
    expect(passes(12, 3_600)).toBe(10)
  })
})

describe('whether it may be sent work', () => {
  test('is what the database and its shape say, while the process itself lives', async () => {
    const own = await startApi()
    const ready = async () => {
      const { status, body } = await own.nobody.send('GET', '/readyz')
      return { status, ...(body as object) }
    }
    const good = { database: 'ok', migrations: 'ok', clock: 'ok', disk: 'ok' }
    expect(await ready()).toEqual({ status: 'ok', checks: good })
    // A process of the next version, whose migrations have not run yet.
    await own.db.query(`delete from schema_migrations where name = (select min(name) from schema_migrations)`)
    expect(await ready()).toEqual({ status: 'not ready', checks: { ...good, migrations: '1 not applied' } })
    expect((await own.nobody.send('GET', '/readyz')).status).toBe(503)
    expect((await own.nobody.send('GET', '/healthz')).body).toEqual({ status: 'ok' })
    await own.close()
  })
})

test('a body that is none of the shapes to choose from is refused before anybody reads it', async () => {
  const clerk = await api.as('clerk')
  for (const body of [{}, { method: 'guess' }, { method: null }]) {
    expect(await clerk.refused('auth.stepUp', { body })).toMatchObject({
      status: 400,
      code: 'VALIDATION_ERROR',
      fields: { method: '選択肢の中から選んでください。' },
    })
  }
})

describe('when the database is away', () => {
  test('calls answer 503 and when to come back, the process lives, and afterwards all is well', async () => {
    const own = await startApi()
    const hanako = await own.as('hanako')
    const bringBack = await own.db.outage()
    const reply = await hanako.call('users.me')
    expect([reply.status, (reply.body as { code: string }).code]).toEqual([503, 'OVERLOADED'])
    expect(reply.headers.get('retry-after')).toBe('2')
    expect((await own.nobody.send('GET', '/healthz')).status).toBe(200)
    expect((await own.nobody.send('GET', '/readyz')).status).toBe(503)

    await bringBack()
    await expect.poll(async () => (await hanako.call('users.me')).status).toBe(200)
    expect((await own.nobody.send('GET', '/readyz')).status).toBe(200)
    await own.close()
  })
})
