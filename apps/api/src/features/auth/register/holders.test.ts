// A number and an address belong to the person who proved them, and only a message to the number or address says so.
// so.
import { caller, type Caller, type Output, type Reply } from '@shirogane/testkit/calls/caller'
import { castPassword } from '@shirogane/testkit/database'
import {
  codeFor,
  newcomer,
  newcomerPassword,
  newPhone,
  outboxOf,
  registrationForm,
  sendRegistration,
  takeTicket,
} from '@shirogane/testkit/acts/newcomer'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const minute = 61_000
const e164 = (phone: string): string => `+81${phone.replaceAll('-', '').slice(1)}`
const code = ({ body }: Pick<Reply, 'body'>): string | undefined => (body as { code?: string }).code
const isMember = 'この電話番号はすでに会員登録されています。'

async function logIn(credential: string, password = newcomerPassword): Promise<Reply> {
  return api.nobody.call('auth.login', {
    body: { credential, password },
    headers: { 'X-Client-Type': 'api' },
  })
}
const whoCameIn = ({ body }: Reply): string | undefined =>
  (body as { user?: { username: string } }).user?.username
async function again(username: string, password = newcomerPassword): Promise<Caller> {
  const { user, token } = (await logIn(username, password)).body as Output<'auth.loginCode'>
  return caller({ url: api.url, user_id: user.id, ...token })
}
const proved = (phone: string) =>
  api.db.query('select id from users where phone_number = $1 and phone_verified', [phone])

/** The address of a newcomer who has proved it by a code. */
async function provedAddress(): Promise<string> {
  const email = `kochira${newPhone().slice(-4)}@example.com`
  const one = await newcomer(api, { email })
  await one.get('auth.verifyUser', { body: { pin: await codeFor(api, one.phone) } })
  await one.get('users.sendEmailCode', { body: {} })
  await one.get('users.verifyEmail', { body: { code: await codeFor(api, email) } })
  return email
}

/** An answer without what is drawn by lot, and without what the caller gave themself. */
function bare({ status, headers, body, cookies }: Reply, given: readonly unknown[] = []): string {
  let text = JSON.stringify(body)
    .replace(/"(access_token|refresh_token|request_id|id|event_id)":"[^"]*"/g, '"$1":"…"')
    .replace(/（[0-9A-Z]{12}）/g, '')
  for (const one of given) text = text.replaceAll(String(one), '…')
  const names = [...headers.keys()].filter((name) => name !== 'content-length').sort()
  return JSON.stringify([status, text, Object.keys(cookies).sort(), names])
}

describe('a stranger is not told who is a member', () => {
  const members = '090-0000-0002'

  test('by a registration, nor by the step of the code', async () => {
    const taken = await provedAddress()
    const answers = async (phone: string, email: string) => {
      const form = registrationForm({ phone_number: phone, email, affiliate_code: 'TSUKI01' })
      const given = [form['username'], e164(phone), email]
      const reply = await sendRegistration(api, form)
      const { user, token } = reply.body as Output<'auth.loginCode'>
      const one = caller({ url: api.url, user_id: user.id, ...token })
      const wrong = await one.call('auth.verifyUser', { body: { pin: '000000' } })
      const soon = await one.call('auth.sendVerify')
      const me = await one.call('users.me')
      api.clock.forward(minute)
      const resent = await (await again(String(form['username']))).call('auth.sendVerify')
      return [reply, wrong, me, resent].map((each) => bare(each, given)).concat(String(soon.status))
    }
    // The inviter's own number, too: the invitation is kept all the same.
    for (const phone of [members, '090-0000-0003'])
      expect(await answers(phone, taken)).toEqual(await answers(newPhone(), 'dare-demo-nai@example.com'))
  })

  test('by the questions whether something is free', async () => {
    const Cookie = await takeTicket(api.url)
    const taken = await provedAddress()
    const ask = async (
      name: 'users.isPhoneAvailable' | 'users.isEmailAvailable',
      query: Record<string, string>,
    ) => bare(await api.nobody.call(name, { query, headers: { Cookie } }))
    expect(await ask('users.isPhoneAvailable', { phone: members })).toBe(
      await ask('users.isPhoneAvailable', { phone: newPhone() }),
    )
    expect(await ask('users.isEmailAvailable', { email: taken })).toBe(
      await ask('users.isEmailAvailable', { email: 'dare-demo-nai@example.com' }),
    )
  })

  test('by correcting a number, nor by changing number or address as a member', async () => {
    const changes = async (phone: string, email: string) => {
      const one = await newcomer(api)
      const corrected = await one.call('users.changePhone', { params: { id: one.user_id }, body: { phone } })
      api.clock.forward(minute)
      const other = await newcomer(api)
      await other.get('auth.verifyUser', { body: { pin: await codeFor(api, other.phone) } })
      for (const purpose of ['phone', 'email'])
        await api.db.query(
          `insert into step_ups (id, session_id, purpose, ref, method, created_at, expires_at)
           select gen_random_uuid(), id, $2, '', 'otp', $3, $3::timestamptz + interval '5 minutes' from sessions where user_id = $1`,
          [other.user_id, purpose, api.clock.now()],
        )
      const moved = await other.call('users.phone', { body: { phone } })
      const mailed = await other.call('users.email', { body: { email } })
      const wrong = [
        await other.call('users.verifyPhone', { body: { pin: '000000' } }),
        await other.call('users.verifyEmail', { body: { code: '000000' } }),
      ]
      const kept = await api.db.query(
        `select channel, template from messages where user_id = $1 and dedupe_key like 'pin:%' order by id`,
        [other.user_id],
      )
      api.clock.forward(minute)
      const given = [one.form['username'], e164(phone), email]
      return [corrected, moved, mailed, ...wrong]
        .map((each) => bare(each, given))
        .concat(JSON.stringify(kept))
    }
    const taken = await provedAddress()
    expect(await changes(members, taken)).toEqual(await changes(newPhone(), 'dare-demo-nai@example.com'))
    expect((await outboxOf(api, e164(members)))[0]?.text).toContain(isMember)
    const [mail] = await outboxOf(api, taken)
    expect(mail?.text).toContain('すでに別の会員登録で確認されている')
    expect(mail?.text).not.toMatch(/shinjin|確認番号：/)
  })

  test('its owner is, by what arrives there, and logs in or sets a new password', async () => {
    const phone = e164('090-0000-0004')
    const one = await newcomer(api, { phone_number: phone })
    const [sms] = await outboxOf(api, phone)
    expect(sms?.text).toBe(
      `【ツキシロ】${isMember}アプリからログイン、またはパスワードを再設定してください。お心当たりのない場合、お手続きは不要です。`,
    )
    // However many guess, there is no code that makes a member of this account.
    expect(await one.refused('auth.verifyUser', { body: { pin: '123456' } })).toMatchObject({
      code: 'PIN_INVALID',
    })
    expect(whoCameIn(await logIn(phone, castPassword))).not.toBe(one.form['username'])
  })
})

describe('a number that nobody has proved', () => {
  test('stands in any number of accounts, and is theirs who prove it first', async () => {
    const phone = newPhone()
    const first = await newcomer(api, { phone_number: phone })
    const early = await codeFor(api, first.phone)
    api.clock.forward(minute)
    const second = await newcomer(api, { phone_number: phone, username: `futari${phone.slice(-4)}` })
    const late = await codeFor(api, second.phone)
    expect((await second.get('auth.verifyUser', { body: { pin: late } })).user.verified).toBe(true)

    // A person with the right code reads messages to the number, and may be told.
    expect(
      await (
        await again(String(first.form['username']))
      ).refused('auth.verifyUser', { body: { pin: early } }),
    ).toMatchObject({
      status: 409,
      code: 'PHONE_TAKEN',
      message: 'この電話番号はすでに登録されています。',
    })
    expect(await proved(first.phone)).toEqual([{ id: second.user_id }])
    api.clock.forward(minute)
    await (await again(String(first.form['username']))).get('auth.sendVerify')
    expect((await outboxOf(api, first.phone, 3))[0]?.text).toContain(isMember)
    await expect(
      api.db.query('update users set verified = true, phone_verified = true where id = $1', [first.user_id]),
    ).rejects.toMatchObject({ code: '23505', constraint: 'users_proved_phone' })
    // And the way on is another number, or a shop.
    const other = newPhone()
    const one = await again(String(first.form['username']))
    await one.get('users.changePhone', { params: { id: one.user_id }, body: { phone: other } })
    const pin = await codeFor(api, e164(other))
    expect((await one.get('auth.verifyUser', { body: { pin } })).user.verified).toBe(true)
  })

  test('of two who prove it at the same moment goes to one, and the other is told in a sentence', async () => {
    for (let turn = 0; turn < 6; turn += 1) {
      const phone = newPhone()
      const one = await newcomer(api, { phone_number: phone })
      const mine = await codeFor(api, one.phone)
      api.clock.forward(minute)
      const two = await newcomer(api, { phone_number: phone, username: `dochira${phone.slice(-4)}` })
      const theirs = await codeFor(api, two.phone)
      const replies = await Promise.all([
        one.call('auth.verifyUser', { body: { pin: mine } }),
        two.call('auth.verifyUser', { body: { pin: theirs } }),
      ])
      expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
      expect(code(replies.find(({ status }) => status === 409)!)).toBe('PHONE_TAKEN')
      expect(await proved(one.phone)).toHaveLength(1)
    }
  })

  test('is not taken from a member who has proved it, by moving to it either', async () => {
    const [one, two] = [await newcomer(api), await newcomer(api)]
    const aim = newPhone()
    for (const each of [one, two])
      await each.get('auth.verifyUser', { body: { pin: await codeFor(api, each.phone) } })
    const pins: string[] = []
    for (const each of [one, two]) {
      await api.db.query(
        `insert into pending_contacts (user_id, kind, value, created_at) values ($1, 'phone', $2, $3)`,
        [each.user_id, e164(aim), api.clock.now()],
      )
      const pin = `${pins.length}12345`
      pins.push(pin)
      await api.db.query(
        `insert into pins (id, purpose, owner, target_name, pin_hash, created_at, expires_at)
         values (gen_random_uuid(), 'phone', $1, 'x', $2, $3, $3::timestamptz + interval '10 minutes')`,
        [
          each.user_id,
          api.server.context.keys.pinHash('phone', each.user_id, e164(aim), pin),
          api.clock.now(),
        ],
      )
    }
    const replies = await Promise.all(
      [one, two].map((each, index) => each.call('users.verifyPhone', { body: { pin: pins[index] } })),
    )
    expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
    expect(replies.map(code)).toContain('PHONE_TAKEN')
    expect(await proved(e164(aim))).toHaveLength(1)
  })
})

test('an address that two prove at the same moment goes to one of them', async () => {
  const email = `onaji${newPhone().slice(-4)}@example.com`
  const [one, two] = [await newcomer(api, { email }), await newcomer(api, { email })]
  const codes: string[] = []
  for (const each of [one, two]) {
    await each.get('auth.verifyUser', { body: { pin: await codeFor(api, each.phone) } })
    await each.get('users.sendEmailCode', { body: {} })
    codes.push(/確認番号：(\d{6})/.exec((await outboxOf(api, email))[0]?.text ?? '')?.[1] ?? '')
    api.clock.forward(minute)
  }
  const replies = await Promise.all(
    [one, two].map((each, index) => each.call('users.verifyEmail', { body: { code: codes[index] } })),
  )
  expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
  expect(replies.map(code)).toContain('EMAIL_TAKEN')
  expect(await api.db.query('select from users where email = $1 and email_verified', [email])).toHaveLength(1)
})

describe('a login', () => {
  test('by a number or an address is that of whoever has proved it, whatever strangers registered', async () => {
    const stranger = await newcomer(api, {
      phone_number: '090-0000-0002',
      email: 'hanako02@example.com',
      password: 'yosono-hito-no-kagi-7',
    })
    for (const credential of ['090-0000-0002', 'hanako02@example.com']) {
      expect(code(await logIn(credential, 'yosono-hito-no-kagi-7'))).toBe('AUTH_INVALID_CREDENTIALS')
      expect(code(await logIn(credential, castPassword))).not.toBe('AUTH_INVALID_CREDENTIALS')
    }
    // The stranger has their name, also where the page was closed before the code came.
    const username = String(stranger.form['username'])
    expect(whoCameIn(await logIn(username, 'yosono-hito-no-kagi-7'))).toBe(username)
  })

  test('by a number that nobody has proved is the only newcomer’s with it, and of several nobody’s', async () => {
    const phone = newPhone()
    const one = await newcomer(api, { phone_number: phone })
    expect(whoCameIn(await logIn(phone))).toBe(one.form['username'])
    const two = await newcomer(api, { phone_number: phone, username: `hoka${phone.slice(-4)}` })
    expect(code(await logIn(phone))).toBe('AUTH_INVALID_CREDENTIALS')
    for (const { form } of [one, two]) {
      const back = await again(String(form['username']))
      expect((await back.get('users.me')).username).toBe(form['username'])
    }
    // A person who became a member by identity documents comes before newcomers.
    await api.db.query('update users set verified = true where id = $1', [one.user_id])
    expect(whoCameIn(await logIn(phone))).toBe(one.form['username'])
  })

  test('forgotten by a member whose number somebody else has proved since sends them no way in', async () => {
    const phone = newPhone()
    const one = await newcomer(api, { phone_number: phone })
    await api.db.query('update users set verified = true where id = $1', [one.user_id])
    api.clock.forward(minute)
    const two = await newcomer(api, { phone_number: phone, username: `ato${phone.slice(-4)}` })
    await two.get('auth.verifyUser', { body: { pin: await codeFor(api, two.phone) } })
    api.clock.forward(minute)
    const before = (await outboxOf(api, two.phone)).length
    await api.nobody.get('auth.sendReset', { body: { credential: String(one.form['username']) } })
    // The one after it is out, so the one before would be.
    await api.nobody.get('auth.sendReset', { body: { credential: phone } })
    const texts = await outboxOf(api, two.phone, before + 1)
    expect(texts).toHaveLength(before + 1)
    const back = await again(String(one.form['username']))
    expect((await back.get('auth.stepUpMethods', { query: { purpose: 'email' } })).methods).not.toContain(
      'otp',
    )
  })
})
