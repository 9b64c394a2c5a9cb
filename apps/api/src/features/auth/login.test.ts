import { randomUUID } from 'node:crypto'
import { errors } from '@shirogane/contract/wire/errors'
import { castPassword } from '@shirogane/testkit/database'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const asBrowser = { Origin: 'http://localhost', 'Sec-Fetch-Site': 'same-origin' }

/** The same letters as a Japanese keyboard may write them. */
const widened = (text: string) =>
  text.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))

describe('works', () => {
  test.each(['hanako', 'hanako02@example.com', '090-0000-0002', 'ＨＡＮＡＫＯ'])(
    'with %s',
    async (credential) => {
      const answer = await api.nobody.get('auth.login', { body: { credential, password: castPassword } })
      expect(answer).toMatchObject({ user: { username: 'hanako' } })
    },
  )

  test('`username` is taken for the credential, and full-width letters of the password for what they mean', async () => {
    const body = { username: 'hanako', password: widened(castPassword) }
    const answer = await api.nobody.get('auth.login', { body })
    expect(answer).toMatchObject({ user: { wallet: { balance: expect.any(Number) } } })
  })

  test('staff sign in by number for at most twelve hours', async () => {
    const reply = await api.nobody.call('auth.login', {
      body: { credential: 'e0003', password: castPassword },
    })
    expect(reply.body).toMatchObject({
      user: { type: 'employee', wallet: null, employee: { number: 'E0003', type: 'register' } },
    })
    expect(reply.headers.get('set-cookie')).toContain('Max-Age=43200')
  })

  test('a page gets its secret in a cookie that no script reads, and in the JSON nothing of it', async () => {
    const reply = await api.nobody.call('auth.login', {
      body: { credential: 'hanako', password: castPassword },
      headers: { ...asBrowser, 'X-Client-Type': 'api' },
    })
    const line = reply.headers.getSetCookie().find((cookie) => cookie.startsWith('refresh_token='))
    expect(line).toMatch(/; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
    const secret = reply.cookies['refresh_token'] ?? 'none'
    expect(JSON.stringify(reply.body)).not.toContain(secret.split('.')[2])
    expect(JSON.stringify(reply.body)).not.toContain(secret)
  })

  test('a program gets its secret in the JSON and no cookie', async () => {
    const reply = await api.nobody.call('auth.login', {
      body: { credential: 'hanako', password: castPassword },
      headers: { 'X-Client-Type': 'api' },
    })
    expect(reply.headers.get('set-cookie')).toBeNull()
    expect((reply.body as { token: { refresh_token: string } }).token.refresh_token.split('.')).toHaveLength(
      3,
    )
  })

  test('the session that the browser held before is ended, and a planted cookie is not taken over', async () => {
    const body = { credential: 'yoko', password: castPassword }
    const first = await api.nobody.call('auth.login', { body })
    const second = await api.nobody.call('auth.login', {
      body,
      headers: { Cookie: `refresh_token=${first.cookies['refresh_token']}; did=${first.cookies['did']}` },
    })
    expect(second.cookies['refresh_token']).not.toBe(first.cookies['refresh_token'])
    expect(second.cookies['did']).toBe(first.cookies['did'])
    const old = await api.nobody.refused('auth.refreshToken', {
      headers: {
        Cookie: `refresh_token=${first.cookies['refresh_token']}; did=${first.cookies['did']}`,
        'X-Requested-By': 'app',
      },
    })
    expect(old).toMatchObject({ status: 403, code: 'SESSION_REVOKED' })
  })

  test('of a member’s sessions the five newest stay', async () => {
    for (let count = 0; count < 7; count += 1) await api.signIn('takasaki')
    const [row] = await api.db.query<{ open: number }>(
      `select count(*) as open from sessions s join users u on u.id = s.user_id
       where u.username = 'takasaki' and s.revoked_at is null`,
    )
    expect(row?.open).toBe(5)
  })

  test('every hash is argon2id of at least 19 MiB and two passes, and a weaker one is made anew', async () => {
    await api.nobody.get('auth.login', { body: { credential: 'kyoko', password: castPassword } })
    const rows = await api.db.query<{ hash: string }>('select password_hash as hash from users')
    for (const { hash } of rows) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
})

describe('refuses', () => {
  test('an unknown name and a wrong password with the same words', async () => {
    const refusals = await Promise.all(
      [
        { credential: 'nobody_here', password: castPassword },
        { credential: 'hanako', password: 'wrong-password' },
        { credential: 'E0999', password: castPassword },
        { credential: 'teishi', password: 'wrong-password' },
      ].map((body) => api.nobody.refused('auth.login', { body })),
    )
    for (const refusal of refusals) {
      expect({ ...refusal, request_id: '' }).toEqual({
        status: 400,
        code: 'AUTH_INVALID_CREDENTIALS',
        error: errors.AUTH_INVALID_CREDENTIALS[1],
        message: errors.AUTH_INVALID_CREDENTIALS[1],
        request_id: '',
      })
    }
  })

  test('a suspended account, to whoever knows its password', async () => {
    const refusal = await api.nobody.refused('auth.login', {
      body: { credential: 'teishi', password: castPassword },
    })
    expect(refusal).toMatchObject({ status: 403, code: 'AUTH_SUSPENDED' })
  })

  test('somebody who no longer works here', async () => {
    await api.db.query(`update employees set active = false where number = 'E0006'`)
    const refusal = await api.nobody.refused('auth.login', {
      body: { credential: 'E0006', password: castPassword },
    })
    expect(refusal.code).toBe('AUTH_INVALID_CREDENTIALS')
  })

  test('no credential, no password, and fields that nobody asked for', async () => {
    const refusal = await api.nobody.refused('auth.login', {
      body: { password: '', type: 'owner', verified: true },
    })
    expect(refusal).toMatchObject({
      status: 400,
      code: 'VALIDATION_ERROR',
      fields: {
        credential: 'ログインIDを入力してください。',
        password: 'パスワードを入力してください。',
        type: 'この項目は指定できません。',
        verified: 'この項目は指定できません。',
      },
    })
  })

  test('a page of another site, and a form that is no JSON, without setting a cookie', async () => {
    const body = JSON.stringify({ credential: 'hanako', password: castPassword })
    const evil = await api.nobody.send('POST', '/v1/auth/login', {
      headers: { Origin: 'https://evil.example', 'Content-Type': 'application/json' },
      body,
    })
    expect(evil).toMatchObject({ status: 403, body: { code: 'ORIGIN_FORBIDDEN' }, cookies: {} })
    const form = await api.nobody.send('POST', '/v1/auth/login', {
      headers: { 'Content-Type': 'text/plain' },
      body,
    })
    expect(form).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE' }, cookies: {} })
  })
})

describe('guards against guessing', () => {
  test('ten wrong passwords lock the account for that network only, whether it exists or not', async () => {
    const limited = await startApi({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } })
    limited.clock.stop()
    const from = (ip: string) => ({ headers: { 'X-Forwarded-For': ip } })
    for (const credential of ['hanako', 'nobody_here']) {
      const ip = credential === 'hanako' ? '198.51.100.7' : '192.0.2.7'
      for (let count = 0; count < 10; count += 1) {
        const refusal = await limited.nobody.refused('auth.login', {
          body: { credential, password: `wrong-${count}` },
          ...from(ip),
        })
        expect(refusal.code).toBe('AUTH_INVALID_CREDENTIALS')
      }
      const locked = await limited.nobody.refused('auth.login', {
        body: { credential, password: castPassword },
        ...from(ip),
      })
      expect(locked).toMatchObject({ status: 423, code: 'AUTH_ACCOUNT_LOCKED' })
    }
    const elsewhere = await limited.nobody.call('auth.login', {
      body: { credential: 'hanako', password: castPassword },
      ...from('203.0.113.9'),
    })
    expect(elsewhere.status).toBe(200)
    await limited.close()
  })

  test('guesses from many networks lock out every browser but those that the person has used, whether it exists or not', async () => {
    const limited = await startApi({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } })
    limited.clock.stop()
    const own = await limited.nobody.call('auth.login', {
      body: { credential: 'hanako', password: castPassword },
      headers: asBrowser,
    })
    const guess = (credential: string, did: string, password = 'wrong') =>
      limited.nobody.call('auth.login', {
        body: { credential, password },
        headers: { 'X-Forwarded-For': '203.0.113.9', Cookie: `did=${did}` },
      })
    const people = ['hanako', 'nobody_here', 'nobody.here@example.jp', '090-0000-9999']
    for (const credential of people) expect((await guess(credential, randomUUID())).status).toBe(400)
    await limited.db.query(`update rate_limits set hits = 100 where bucket like 'login:everywhere:%'`)
    for (const credential of people) {
      expect(await guess(credential, randomUUID())).toMatchObject({
        status: 423,
        body: { code: 'AUTH_ACCOUNT_LOCKED' },
      })
    }
    expect((await guess('hanako', own.cookies['did'] ?? '', castPassword)).status).toBe(200)
    await limited.close()
  })

  test('however often one network tries, it locks the account for itself alone, whether it exists or not', async () => {
    const limited = await startApi({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } })
    limited.clock.stop()
    // All of it within one half hour, which is as long as a lock counts.
    limited.clock.forward(1_800_000 - (limited.clock.now().getTime() % 1_800_000))
    const guess = async (ip: string, credential: string, password: string) => {
      const body = { credential, password }
      return (await limited.nobody.call('auth.login', { body, headers: { 'X-Forwarded-For': ip } })).status
    }
    for (const [credential, ip, expected] of [
      ['hanako', '198.51.100.7', 200],
      ['nobody_here', '192.0.2.7', 400],
    ] as const) {
      const statuses: number[] = []
      for (let count = 0; count < 150; count += 1) {
        if (count === 75) limited.clock.forward(60_000)
        statuses.push(await guess(ip, credential, `wrong-${count}`))
      }
      const [judged, locked] = [400, 423].map((status) => statuses.filter((one) => one === status))
      expect([judged?.length, locked?.length]).toEqual([10, 50])
      expect(new Set(statuses.slice(30, 75))).toEqual(new Set([429]))
      expect(await guess('203.0.113.9', credential, castPassword)).toBe(expected)
    }
    await limited.close()
  })

  test('one password is tried a hundred times an hour on whatever accounts, in whatever letters', async () => {
    const limited = await startApi({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } })
    limited.clock.stop()
    const guess = (count: number, password: string) =>
      limited.nobody.call('auth.login', {
        body: { credential: `guess_${count}`, password },
        headers: { 'X-Forwarded-For': `198.51.${count}.7` },
      })
    const password = 'tsukiyo-no-ame'
    for (let count = 0; count < 100; count += 1)
      expect((await guess(count, count % 2 ? password : widened(password))).status).toBe(400)
    for (const form of [password, widened(password)])
      expect(await guess(101, form)).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect((await guess(101, `${password}.`)).status).toBe(400)
    await limited.close()
  })

  test('from one network thirty failures a minute are enough, and right passwords are not counted', async () => {
    const limited = await startApi({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } })
    limited.clock.stop()
    const from = (ip: string) => ({ headers: { 'X-Forwarded-For': ip } })
    for (let count = 0; count < 3; count += 1) {
      const body = { credential: 'hanako', password: castPassword }
      expect((await limited.nobody.call('auth.login', { body, ...from('198.51.100.1') })).status).toBe(200)
    }
    const statuses: number[] = []
    for (let count = 0; count < 33; count += 1) {
      const body = { credential: `guess_${count}`, password: castPassword }
      statuses.push((await limited.nobody.call('auth.login', { body, ...from('198.51.100.2') })).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 400), 429, 429, 429])
    const body = { credential: 'hanako', password: castPassword }
    expect((await limited.nobody.call('auth.login', { body, ...from('203.0.113.1') })).status).toBe(200)
    await limited.close()
  })
})

test('whoever showed the old password while a new one was being set stays outside', async () => {
  const { user_id } = await api.as('yoko')
  const owner = new pg.Client({ connectionString: api.db.url })
  await owner.connect()
  const [{ password_hash } = { password_hash: '' }] = await api.db.query<{ password_hash: string }>(
    'select password_hash from users where id = $1',
    [user_id],
  )
  try {
    // As a way back does it: a new password, and the end of every session, in one commit.
    await owner.query('begin')
    await owner.query(
      `update users set password_hash = 'another', password_changed_at = now() where id = $1`,
      [user_id],
    )
    const replies = [{}, { 'X-Client-Type': 'api' }].map((headers) =>
      api.nobody.call('auth.login', { body: { credential: 'yoko', password: castPassword }, headers }),
    )
    const waiting = async () =>
      (
        await api.db.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).length
    await expect.poll(waiting).toBe(replies.length)
    await owner.query(
      `update sessions set revoked_at = now(), revoked_reason = 'password_reset' where user_id = $1 and revoked_at is null`,
      [user_id],
    )
    await owner.query('commit')
    for (const reply of await Promise.all(replies))
      expect(reply).toMatchObject({ status: 400, body: { code: 'AUTH_INVALID_CREDENTIALS' } })
    expect(
      await api.db.query('select id from sessions where user_id = $1 and revoked_at is null', [user_id]),
    ).toEqual([])
  } finally {
    await owner.end()
    await api.db.query('update users set password_hash = $2 where id = $1', [user_id, password_hash])
  }
})
