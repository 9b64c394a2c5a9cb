import { randomUUID } from 'node:crypto'
import { openBrowser } from '@shirogane/testkit/calls/browser'
import { caller, type Reply } from '@shirogane/testkit/calls/caller'
import { castPassword } from '@shirogane/testkit/database'
import { codeFor, newcomer, outboxOf } from '@shirogane/testkit/acts/newcomer'
import { giveRewards, letBePaid } from '@shirogane/testkit/acts/payouts'
import { confirmRewards, prove } from '@shirogane/testkit/acts/rewards'
import { sell } from '@shirogane/testkit/acts/sale'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const fresh = 'yuki-no-wa-pendant'
const code = (reply: Reply): string => (reply.body as { code: string }).code

/** One browser on the way back, with the cookie of its run. */
async function begin(credential: string, cookie = '') {
  const reply = await api.nobody.call('auth.sendReset', {
    body: { credential },
    headers: cookie ? { Cookie: cookie } : {},
  })
  const headers = { Cookie: `reset=${reply.cookies['reset']}` }
  return {
    reply,
    headers,
    check: (pin: string) => api.nobody.call('auth.checkReset', { body: { pin }, headers }),
    change: (password: string) => api.nobody.call('auth.resetPassword', { body: { password }, headers }),
  }
}
const canLogIn = async (credential: string, password: string): Promise<boolean> =>
  (
    await api.nobody.call('auth.login', {
      body: { credential, password },
      headers: { 'X-Client-Type': 'api' },
    })
  ).status === 200

describe('the way back', () => {
  test('ends all sessions, tells the owner on every channel, and works once', async () => {
    const browser = await openBrowser(api.url, 'kyoko')
    const way = await begin('090-0000-0003')
    expect(way.reply.status).toBe(200)
    expect(way.reply.body).toEqual({ expires_in: 600, resend_in: 60 })
    const pin = await codeFor(api, '+819000000003')
    expect((await way.check(pin)).body).toEqual({ expires_in: 600 })
    expect((await way.change(fresh)).status).toBe(200)

    expect((await browser.call('users.me')).status).toBe(401)
    expect(
      (await browser.call('auth.refreshToken', { body: { refresh_token: browser.handle } })).status,
    ).toBe(403)
    expect(await canLogIn('kyoko', castPassword)).toBe(false)
    expect(await canLogIn('kyoko', fresh)).toBe(true)
    const [mail] = await outboxOf(api, 'kyoko03@example.com')
    expect(mail).toMatchObject({
      template: 'password_changed',
      subject: '【ツキシロ】パスワードが変更されました',
    })
    const [sms] = await outboxOf(api, '+819000000003', 2)
    expect(sms?.template).toBe('password_changed_sms')

    expect(code(await way.change('another-long-password'))).toBe('RESET_TOKEN_INVALID')
    expect(code(await way.check(pin))).toBe('RESET_TOKEN_INVALID')
  })

  test('writes to a proved mail address when that was typed', async () => {
    const way = await begin('Hanako02@Example.com')
    const [mail] = await outboxOf(api, 'hanako02@example.com')
    expect(mail).toMatchObject({ channel: 'mail', subject: '【ツキシロ】パスワード再設定のご案内' })
    expect(mail?.text).not.toMatch(/https?:/)
    expect((await way.check(await codeFor(api, 'hanako02@example.com'))).status).toBe(200)
  })

  test('writes to the phone on record when the mail address was never proved', async () => {
    const one = await newcomer(api, { email: 'unproved@example.com' })
    api.clock.forward(61_000)
    await begin('unproved@example.com')
    expect((await outboxOf(api, one.phone, 2))[0]?.template).toBe('reset_code_sms')
    expect(await outboxOf(api, 'unproved@example.com', 0)).toEqual([])
  })

  test('gives no step away: no password without a code, none after ten minutes', async () => {
    const way = await begin('yoko')
    expect(code(await way.change(fresh))).toBe('RESET_TOKEN_INVALID')
    expect((await way.check(await codeFor(api, '+819000000004'))).status).toBe(200)
    expect(await canLogIn('yoko', castPassword)).toBe(true)
    api.clock.forward(601_000)
    expect(code(await way.change(fresh))).toBe('RESET_TOKEN_INVALID')
    expect(await canLogIn('yoko', castPassword)).toBe(true)
  })

  test('keeps its run when the code is sent again', async () => {
    const way = await begin('090-0000-0005')
    api.clock.forward(61_000)
    const again = await begin('090-0000-0005', way.headers.Cookie)
    expect(again.headers).toEqual(way.headers)
    await outboxOf(api, '+819000000005', 2)
    expect((await way.check(await codeFor(api, '+819000000005'))).status).toBe(200)
  })
})

test('after the way back money stays where it is for a day, to the bank as into balance', async () => {
  const own = await startApi()
  try {
    const member = await own.as('takasaki')
    await letBePaid(own, member)
    await giveRewards(own, member, await own.as('yoko'), 3_000)
    await sell(await own.as('clerk'), await own.as('yoko'), { amount: 2_000, tenders: { cash: 2_000 } })
    await confirmRewards(own)
    const [{ phone_number } = { phone_number: '' }] = await own.db.query<{ phone_number: string }>(
      'select phone_number from users where id = $1',
      [member.user_id],
    )
    const sent = await own.nobody.call('auth.sendReset', { body: { credential: 'takasaki' } })
    const headers = { Cookie: `reset=${sent.cookies['reset']}` }
    await own.nobody.call('auth.checkReset', { body: { pin: await codeFor(own, phone_number) }, headers })
    expect((await own.nobody.call('auth.resetPassword', { body: { password: fresh }, headers })).status).toBe(
      200,
    )

    const ask = async (): Promise<string[]> => {
      const login = await own.nobody.call('auth.login', {
        body: { credential: 'takasaki', password: fresh },
        headers: { 'X-Client-Type': 'api' },
      })
      const { token } = login.body as { token: { access_token: string; refresh_token: string } }
      const again = caller({ url: own.url, user_id: member.user_id, ...token })
      for (const purpose of ['payout', 'reward']) await prove(own, again, purpose)
      const keyed = () => ({ 'Idempotency-Key': randomUUID() })
      const replies = [
        await again.call('transactions.payout', { body: { amount: 1_000 }, headers: keyed() }),
        await again.call('rewards.claim', {
          params: { id: member.user_id },
          body: { method: 'wallet' },
          headers: keyed(),
        }),
      ]
      return replies.map((reply) => (reply.status === 200 ? 'done' : code(reply)))
    }
    expect(await ask()).toEqual(['COOLING_OFF', 'COOLING_OFF'])
    own.clock.forward(86_400_000 - 120_000)
    expect(await ask()).toEqual(['COOLING_OFF', 'COOLING_OFF'])
    own.clock.forward(120_000)
    expect(await ask()).toEqual(['done', 'done'])
  } finally {
    await own.close()
  }
})

describe('tells nobody who is here', () => {
  test('the answers are the same for a member, a stranger, staff and the suspended, and only the member is written to', async () => {
    const before = (await api.db.query<{ n: number }>('select count(*)::int as n from messages'))[0]?.n ?? 0
    const replies = await Promise.all(
      ['okure', 'nobody_at_all', 'E0003', 'teishi', 'nobody@example.com', '090-0000-9999'].map((name) =>
        begin(name),
      ),
    )
    for (const { reply } of replies) {
      expect([reply.status, reply.body, Object.keys(reply.cookies)]).toEqual([
        200,
        { expires_in: 600, resend_in: 60 },
        ['reset'],
      ])
    }
    expect((await api.db.query<{ n: number }>('select count(*)::int as n from messages'))[0]?.n).toBe(
      before + 1,
    )
  })

  test('a stranger’s run counts its guesses as a member’s does', async () => {
    const way = await begin('nobody_else_here')
    for (let turn = 0; turn < 4; turn += 1) expect(code(await way.check('123456'))).toBe('PIN_INVALID')
    expect(code(await way.check('123456'))).toBe('PIN_ATTEMPTS_EXCEEDED')
  })

  test('known and unknown names cost the same statements, but for the message that goes out', async () => {
    const asked = vi.spyOn(pg.Client.prototype, 'query')
    const statements = async (credential: string, cookie = ''): Promise<[string[], string]> => {
      asked.mockClear()
      const { headers } = await begin(credential, cookie)
      const texts = asked.mock.calls.map(([query]) =>
        typeof query === 'string' ? query : (query as { text: string }).text,
      )
      // The server's jobs ask on their own, and only a known person gets the message itself.
      const own = /\b(pins|reset_flows|users|rate_limits|sms_pauses)\b|advisory/
      return [texts.filter((text) => own.test(text) && !/\b(messages|pushes)\b/.test(text)), headers.Cookie]
    }
    const [ofKnown, own] = await statements('funo')
    const [ofUnknown, strange] = await statements('not_funo')
    expect(ofKnown.length).toBeGreaterThan(5)
    expect(ofUnknown).toEqual(ofKnown)
    // Asked again within the minute, which sends nothing.
    expect((await statements('not_funo', strange))[0]).toEqual((await statements('funo', own))[0])
    asked.mockRestore()
  })
})

describe('a stranger on the way back', () => {
  let strict: TestApi
  beforeAll(async () => {
    strict = await startApi({ env: { RATE_LIMITS: 'on' }, db: api.db })
  })
  afterAll(() => strict.close())
  const send = (credential: string) => strict.nobody.call('auth.sendReset', { body: { credential } })
  const guess = ({ cookies }: Reply) =>
    strict.nobody.call('auth.checkReset', {
      body: { pin: '123456' },
      headers: { Cookie: `reset=${cookies['reset']}` },
    })
  const texts = async (): Promise<number> => {
    const [row] = await api.db.query<{ hits: number }>(
      `select hits from rate_limits where bucket = 'sms:all'`,
    )
    return row?.hits ?? 0
  }

  test('uses up none of the texts of the day by names that nobody has, nor by asking again for what was sent', async () => {
    const before = await texts()
    for (const name of ['made_up_one', 'made_up_two', 'made_up_three', '090-0000-9998']) await send(name)
    expect(await texts()).toBe(before)
    const one = await newcomer(strict)
    strict.clock.forward(61_000)
    const afterRegistering = await texts()
    for (let turn = 0; turn < 3; turn += 1) await send(String(one.form['username']))
    expect(await texts()).toBe(afterRegistering + 1)
  })

  test('keeps nobody else out by wrong guesses, and learns from their end nothing of who is here', async () => {
    await api.db.query('delete from rate_limits')
    const answersTo = async (name: string) => {
      const own = await send(name)
      const codes = []
      for (let turn = 0; turn < 16; turn += 1) codes.push(code(await guess(own)))
      // The owner begins a run of their own, in another browser.
      return [...codes, code(await guess(await send(name)))]
    }
    const one = await newcomer(strict)
    strict.clock.forward(61_000)
    const ofMember = await answersTo(String(one.form['username']))
    expect(ofMember).toContain('RATE_LIMITED')
    expect(ofMember.at(-1)).not.toBe('RATE_LIMITED')
    expect(ofMember).toEqual(await answersTo('nobody_of_these'))
  })
})

describe('refuses', () => {
  test('a code without the cookie of its run, and with the cookie of another', async () => {
    const way = await begin('takasaki')
    const pin = await codeFor(api, '+819000000008')
    expect(code(await api.nobody.call('auth.checkReset', { body: { pin } }))).toBe('RESET_TOKEN_INVALID')
    const other = await begin('somebody_else')
    expect(code(await other.check(pin))).toBe('PIN_INVALID')
    expect((await way.check(pin)).status).toBe(200)
  })

  test('more than five guesses, however many come at once', async () => {
    const way = await begin('mirai')
    const pin = await codeFor(api, '+819000000006')
    const wrong = Array.from({ length: 60 }, (_, index) =>
      String((Number(pin) + 1 + index) % 1_000_000).padStart(6, '0'),
    )
    const replies = await Promise.all(wrong.map((guess) => way.check(guess)))
    expect(replies.every(({ status }) => status === 400 || status === 423)).toBe(true)
    expect(code(await way.check(pin))).toBe('PIN_ATTEMPTS_EXCEEDED')
  })

  test('a destination that the caller names, and a birthday as proof', async () => {
    for (const extra of [
      { email: 'evil@example.com' },
      { phone: '09000000009' },
      { date_of_birth: '1984-06-12' },
    ]) {
      const reply = await api.nobody.call('auth.sendReset', { body: { credential: 'kyoko', ...extra } })
      expect([reply.status, code(reply)]).toEqual([400, 'VALIDATION_ERROR'])
    }
  })

  test('staff who are signed in', async () => {
    expect(
      await (await api.as('clerk')).refused('auth.sendReset', { body: { credential: 'kyoko' } }),
    ).toMatchObject({ status: 403, code: 'FORBIDDEN' })
  })

  test('a new password that is weak, and stays open for a better one', async () => {
    const one = await newcomer(api)
    api.clock.forward(61_000)
    const way = await begin(String(one.form['username']))
    await outboxOf(api, one.phone, 2)
    await way.check(await codeFor(api, one.phone))
    expect(code(await way.change(`${String(one.form['username'])}-is-me`))).toBe('PASSWORD_TOO_COMMON')
    expect(code(await way.change('password123!'))).toBe('PASSWORD_TOO_COMMON')
    expect((await way.change(fresh)).status).toBe(200)
  })

  test('a fourth code within an hour, silently', async () => {
    const one = await newcomer(api)
    for (let turn = 0; turn < 5; turn += 1) {
      api.clock.forward(61_000)
      expect((await begin(String(one.form['username']))).reply.status).toBe(200)
    }
    // One for the registration and three in the hour of the way back at most.
    expect((await outboxOf(api, one.phone)).length).toBeLessThanOrEqual(3)
  })
})
