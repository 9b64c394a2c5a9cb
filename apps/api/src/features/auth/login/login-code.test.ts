// A login in a browser that its owner has not used before, through HTTP.
import {
  codeFor,
  newcomer,
  newcomerPassword,
  outboxOf,
  type Newcomer,
} from '@shirogane/testkit/acts/newcomer'
import { caller, type Output, type Reply } from '@shirogane/testkit/calls/caller'
import { castPassword } from '@shirogane/testkit/database'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ env: { DEMO: 'on' } })
})
afterAll(() => api.close())

type Waiting = Extract<Output<'auth.login'>, { mfa_required: true }>

/** A member by the code from their own SMS, whose phone has been quiet for a while since. */
async function member(over: Record<string, unknown> = {}): Promise<Newcomer & { username: string }> {
  const one = await newcomer(api, over)
  const pin = await codeFor(api, one.phone)
  expect((await one.call('auth.verifyUser', { body: { pin } })).status).toBe(200)
  api.clock.forward(61_000)
  return { ...one, username: String(one.form['username']) }
}
const login = (credential: string, headers: Record<string, string> = {}, password = newcomerPassword) =>
  api.nobody.call('auth.login', { body: { credential, password }, headers })
const enter = (flow: string, pin: string, headers: Record<string, string> = {}) =>
  api.nobody.call('auth.loginCode', { body: { flow, pin }, headers })
const waitingOf = (reply: Reply): Waiting => {
  expect(reply.status).toBe(200)
  return reply.body as Waiting
}
const wrongThan = (pin: string): string => (pin === '000000' ? '000001' : '000000')
const codeOf = ({ body }: Reply): string => (body as { code: string }).code
async function sessions(userId: string): Promise<number> {
  const [row] = await api.db.query<{ n: number }>(
    'select count(*)::int as n from sessions where user_id = $1',
    [userId],
  )
  return row?.n ?? 0
}

describe('a new browser', () => {
  test('gets no token for the right password, and a session for the code that went to the owner', async () => {
    const one = await member()
    const first = await login(one.username)
    const waiting = waitingOf(first)
    expect(waiting).toEqual({
      mfa_required: true,
      flow: expect.stringMatching(/^[\w-]{43}$/),
      channel: 'sms',
      to: expect.stringMatching(/^090-\*{4}-\d{4}$/),
      sent: true,
      expires_in: 600,
      resend_in: 60,
    })
    expect(JSON.stringify(first.body)).not.toContain('access_token')
    expect(first.cookies).not.toHaveProperty('refresh_token')
    expect(await sessions(one.user_id)).toBe(1)

    const [sms] = await outboxOf(api, one.phone, 2)
    expect(sms).toMatchObject({ channel: 'sms', template: 'login_code_sms' })
    const device = { Cookie: `did=${first.cookies['did']}` }
    const reply = await enter(waiting.flow, await codeFor(api, one.phone), device)
    expect(reply).toMatchObject({ status: 200, body: { user: { id: one.user_id } } })
    expect(reply.cookies['refresh_token']).toBeTruthy()
    expect(await sessions(one.user_id)).toBe(2)

    const known = await login(one.username, device)
    expect(known.body).toHaveProperty('token')
  })

  test('that its owner has logged out from afar is a stranger again', async () => {
    const one = await member()
    const reply = await login(one.username)
    const device = { Cookie: `did=${reply.cookies['did']}` }
    const entered = await enter(waitingOf(reply).flow, await codeFor(api, one.phone), device)
    expect(entered.status).toBe(200)
    const theirs = caller({ url: api.url, ...(entered.body as Output<'auth.loginCode'>).token })
    const { items } = await theirs.get('auth.sessions')
    const sid = items.find(({ current }) => current)?.id ?? ''
    expect((await one.call('auth.endSession', { params: { sid } })).status).toBe(204)
    expect(waitingOf(await login(one.username, device)).mfa_required).toBe(true)
  })

  test('counts as new for programs every time, which present no browser', async () => {
    const one = await member()
    const program = { 'X-Client-Type': 'api' }
    const reply = await login(one.username, program)
    expect(reply.headers.get('set-cookie')).toBeNull()
    const answer = await enter(waitingOf(reply).flow, await codeFor(api, one.phone), program)
    expect((answer.body as Output<'auth.loginCode'>).token.refresh_token.split('.')).toHaveLength(3)
    api.clock.forward(61_000)
    expect(waitingOf(await login(one.username, program)).mfa_required).toBe(true)
  })

  test('is not known by a device cookie of somebody else', async () => {
    const [one, other] = [await member(), await member()]
    const theirs = await login(other.username)
    const entered = await enter(waitingOf(theirs).flow, await codeFor(api, other.phone), {
      Cookie: `did=${theirs.cookies['did']}`,
    })
    expect(entered.status).toBe(200)
    const reply = await login(one.username, { Cookie: `did=${theirs.cookies['did']}` })
    expect(waitingOf(reply).mfa_required).toBe(true)
  })

  test('writes to the proved mail address of whoever was verified at a counter', async () => {
    const one = await newcomer(api, { email: 'counter-login@example.com' })
    await api.db.query(
      `insert into verifications (user_id, method, employee_id, store_id, document, verified_at)
       select $1, 'counter', user_id, store_id, 'passport', now() from employees where number = 'E0003'`,
      [one.user_id],
    )
    await api.db.query('update users set verified = true, email_verified = true where id = $1', [one.user_id])
    const waiting = waitingOf(await login(String(one.form['username'])))
    expect(waiting).toMatchObject({ channel: 'mail', to: 'c***@example.com' })
    const [mail] = await outboxOf(api, 'counter-login@example.com')
    expect(mail).toMatchObject({ channel: 'mail', subject: '【ツキシロ】ログインの確認番号' })
    expect((await enter(waiting.flow, await codeFor(api, 'counter-login@example.com'))).status).toBe(200)
  })
})

describe('asks for no code', () => {
  test('of staff, of whoever is not verified, and of a member who never was anywhere else', async () => {
    await login('E0003', {}, castPassword)
    expect((await login('E0003', {}, castPassword)).body).toHaveProperty('token')
    const fresh = await newcomer(api)
    expect((await login(String(fresh.form['username']))).body).toHaveProperty('token')
    expect((await login('hanako', {}, castPassword)).body).toHaveProperty('token')
  })
})

describe('the code', () => {
  test('is guessed at five times, and the login is dead after it', async () => {
    const one = await member()
    const { flow } = waitingOf(await login(one.username))
    const pin = await codeFor(api, one.phone)
    const replies = []
    for (let turn = 0; turn < 6; turn += 1) replies.push(await enter(flow, wrongThan(pin)))
    expect(replies.map(codeOf)).toEqual([
      'PIN_INVALID',
      'PIN_INVALID',
      'PIN_INVALID',
      'PIN_INVALID',
      'PIN_ATTEMPTS_EXCEEDED',
      'LOGIN_FLOW_INVALID',
    ])
    expect(replies[0]?.body).toMatchObject({ message: '認証コードが正しくありません。（残り4回）' })
    expect(await enter(flow, pin)).toMatchObject({
      status: 400,
      body: { message: 'ログインの手続きが無効です。もう一度ログインしてください。' },
    })
    api.clock.forward(61_000)
    expect(codeOf(await api.nobody.call('auth.loginSend', { body: { flow } }))).toBe('LOGIN_FLOW_INVALID')
    expect(await sessions(one.user_id)).toBe(1)
  })

  test('of twelve right ones at once makes one session', async () => {
    const one = await member()
    const { flow } = waitingOf(await login(one.username))
    const pin = await codeFor(api, one.phone)
    const replies = await Promise.all(Array.from({ length: 12 }, () => enter(flow, pin)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await sessions(one.user_id)).toBe(2)
  })

  test('opens no other login, and none without its secret', async () => {
    const one = await member()
    const first = waitingOf(await login(one.username))
    const pin = await codeFor(api, one.phone)
    const second = waitingOf(await login(one.username))
    expect(second.sent).toBe(false)
    expect(second.resend_in).toBeGreaterThan(0)
    expect(codeOf(await enter(second.flow, pin))).toBe('PIN_EXPIRED')
    expect(codeOf(await enter('x'.repeat(43), pin))).toBe('LOGIN_FLOW_INVALID')
    expect((await enter(first.flow, pin)).status).toBe(200)
  })

  test('stays good when the same browser gives the password again, under a new secret', async () => {
    const one = await member()
    const reply = await login(one.username)
    const first = waitingOf(reply)
    const again = waitingOf(await login(one.username, { Cookie: `did=${reply.cookies['did']}` }))
    expect(again.sent).toBe(true)
    expect(again.flow).not.toBe(first.flow)
    const pin = await codeFor(api, one.phone)
    expect(codeOf(await enter(first.flow, pin))).toBe('LOGIN_FLOW_INVALID')
    expect((await enter(again.flow, pin)).status).toBe(200)
  })

  test('is sent again after a minute, and then only the newest is good', async () => {
    const one = await member()
    const { flow } = waitingOf(await login(one.username))
    const old = await codeFor(api, one.phone)
    const early = await api.nobody.refused('auth.loginSend', { body: { flow } })
    expect(early).toMatchObject({ status: 429, code: 'PIN_RESEND_TOO_SOON' })
    api.clock.forward(61_000)
    await api.nobody.get('auth.loginSend', { body: { flow } })
    await outboxOf(api, one.phone, 3)
    const pin = await codeFor(api, one.phone)
    if (pin !== old) expect(codeOf(await enter(flow, old))).toBe('PIN_INVALID')
    expect((await enter(flow, pin)).status).toBe(200)
  })

  test('is worth nothing after ten minutes, after a new password, and for the suspended', async () => {
    const one = await member()
    const late = waitingOf(await login(one.username))
    const pin = await codeFor(api, one.phone)
    api.clock.forward(601_000)
    expect(codeOf(await enter(late.flow, pin))).toBe('LOGIN_FLOW_INVALID')

    const { flow } = waitingOf(await login(one.username))
    await outboxOf(api, one.phone, 3)
    const second = await codeFor(api, one.phone)
    await api.db.query('update users set password_changed_at = $2 where id = $1', [
      one.user_id,
      new Date(api.clock.now().getTime() + 1_000),
    ])
    expect(codeOf(await enter(flow, second))).toBe('LOGIN_FLOW_INVALID')
    await api.db.query('update users set password_changed_at = null, suspended_at = now() where id = $1', [
      one.user_id,
    ])
    expect(await enter(flow, second)).toMatchObject({ status: 403, body: { code: 'AUTH_SUSPENDED' } })
    expect(await sessions(one.user_id)).toBe(1)
  })
})
