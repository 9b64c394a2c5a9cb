import { createHmac } from 'node:crypto'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { type Caller, caller } from '@shirogane/testkit/calls/caller'
import { generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('an access token is ours, or it is none', () => {
  test.each<[string, (own: string) => string | Promise<string>]>([
    ['without a signature', (own) => `${base64({ alg: 'none', typ: 'at+jwt' })}.${own.split('.')[1]}.AA`],
    [
      'signed with our public key as a secret',
      (own) => {
        const key = api.server.context.sessionKeys.current.public.export({ format: 'pem', type: 'spki' })
        const text = `${base64({ alg: 'HS256', typ: 'at+jwt', kid: api.server.context.sessionKeys.current.id })}.${own.split('.')[1]}`
        return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
      },
    ],
    [
      'with other claims',
      (own) =>
        [
          own.split('.')[0],
          base64({ sub: 'someone', sid: 'x', gen: 1, exp: 9e9, nbf: 0 }),
          own.split('.')[2],
        ].join('.'),
    ],
    [
      'signed by somebody else under our key’s name, with the address of theirs',
      async (own) => {
        const { privateKey } = await generateKeyPair('EdDSA')
        const claims = JSON.parse(Buffer.from(own.split('.')[1] ?? '', 'base64url').toString()) as Record<
          string,
          unknown
        >
        return new SignJWT(claims)
          .setProtectedHeader({
            alg: 'EdDSA',
            typ: 'at+jwt',
            kid: api.server.context.sessionKeys.current.id,
            jku: 'https://evil.example/keys',
          })
          .sign(privateKey)
      },
    ],
    ['of another type', (own) => resigned(own, { typ: 'JWT' }, {})],
    ['under an unknown key', (own) => resigned(own, { kid: 'unknown' }, {})],
    ['for another audience', (own) => resigned(own, {}, { aud: 'online_store' })],
    ['of another issuer', (own) => resigned(own, {}, { iss: 'someone' })],
    ['that is not good yet', (own) => resigned(own, {}, { nbf: Math.floor(Date.now() / 1000) + 60 })],
    ['that ran out a second ago', (own) => resigned(own, {}, { exp: Math.floor(Date.now() / 1000) - 1 })],
    ['that is no token at all', () => 'x.y.z'],
  ])('%s: 401', async (_name, forge) => {
    const own = (await api.as('hanako')).access_token ?? ''
    const reply = await caller({ url: api.url, access_token: await forge(own) }).call('users.me')
    expect(reply).toMatchObject({ status: 401, body: { code: 'AUTH_SESSION_EXPIRED' } })
  })

  async function resigned(own: string, header: object, over: object): Promise<string> {
    const claims = JSON.parse(Buffer.from(own.split('.')[1] ?? '', 'base64url').toString()) as Record<
      string,
      unknown
    >
    return new SignJWT({ ...claims, ...over })
      .setProtectedHeader({
        alg: 'EdDSA',
        typ: 'at+jwt',
        kid: api.server.context.sessionKeys.current.id,
        ...header,
      })
      .sign(api.server.context.sessionKeys.current.private)
  }

  test('none: 401 as well, with its own code', async () => {
    expect(await api.nobody.refused('users.me')).toMatchObject({ status: 401, code: 'AUTH_REQUIRED' })
  })

  test('after five minutes it is over', async () => {
    const own = await startApi()
    const hanako = await own.signIn('hanako')
    expect((await hanako.call('users.me')).status).toBe(200)
    own.clock.forward(301_000)
    expect((await hanako.call('users.me')).status).toBe(401)
    await own.close()
  })
})

describe('what happens to a person reaches every open call within a second', () => {
  const statusOf = (who: Caller, call: 'users.me' | 'skus.search') => async () =>
    (await who.call(call)).status
  /** A call that begins a second after it happened is answered by it, however long the answer takes. */
  async function withinASecond(status: () => Promise<number>, expected: number): Promise<void> {
    const happenedAt = performance.now()
    for (;;) {
      const begunAfter = performance.now() - happenedAt
      if ((await status()) === expected) return
      expect(begunAfter).toBeLessThan(1_000)
    }
  }

  test('a session that ended in another process', async () => {
    const other = await startApi({ db: api.db })
    const hanako = await api.signIn('hanako')
    const status = statusOf(caller({ url: other.url, access_token: hanako.access_token ?? '' }), 'users.me')
    expect(await status()).toBe(200)
    await api.nobody.call('auth.logout', {
      body: { refresh_token: hanako.refresh_token },
      headers: { 'X-Client-Type': 'api' },
    })
    await withinASecond(status, 401)
    await other.close()
  })

  test('a suspension: 403', async () => {
    const kyoko = await api.signIn('kyoko')
    expect(await statusOf(kyoko, 'users.me')()).toBe(200)
    await api.db.query(`update users set suspended_at = now() where id = $1`, [kyoko.user_id])
    await withinASecond(statusOf(kyoko, 'users.me'), 403)
    expect(await kyoko.refused('users.me')).toMatchObject({ code: 'AUTH_SUSPENDED' })
  })

  test('a dismissal: 401', async () => {
    const clerk = await api.signIn('otherClerk')
    expect(await statusOf(clerk, 'users.me')()).toBe(200)
    await api.db.query(`update employees set active = false where user_id = $1`, [clerk.user_id])
    await withinASecond(statusOf(clerk, 'users.me'), 401)
  })

  test('another role, whatever the token says', async () => {
    const manager = await api.signIn('otherManager')
    expect(await statusOf(manager, 'skus.search')()).toBe(200)
    await api.db.query(`update employees set type = 'accounting', store_id = null where user_id = $1`, [
      manager.user_id,
    ])
    await withinASecond(statusOf(manager, 'skus.search'), 403)
  })
})
