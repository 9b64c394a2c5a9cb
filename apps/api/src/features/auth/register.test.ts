import { limits } from '@shirogane/contract/rules/limits'
import {
  newcomer,
  newcomerPassword,
  newPhone,
  outboxOf,
  registrationForm,
  sendRegistration,
  takeTicket,
} from '@shirogane/testkit/acts/newcomer'
import { openBrowser } from '@shirogane/testkit/calls/browser'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const count = async (what: string): Promise<number> =>
  (await api.db.query<{ n: number }>(`select count(*)::int as n from ${what}`))[0]?.n ?? -1
const code = (body: unknown): string => (body as { code: string }).code
const fields = (body: unknown): Record<string, string> =>
  (body as { fields?: Record<string, string> }).fields ?? {}

describe('a registration', () => {
  test('signs the person in, unverified, with an empty wallet and a code on the way to the phone', async () => {
    const one = await newcomer(api, { email: 'Shinjin.A@Example.com' })
    const me = await one.get('users.me')
    expect(me).toMatchObject({
      verified: false,
      type: 'customer',
      email: 'shinjin.a@example.com',
      agree_to_tos: true,
      employee: null,
    })
    expect(me.wallet).toMatchObject({ balance: 0, point_balance: 0 })
    const [sms] = await outboxOf(api, one.phone)
    expect(sms?.text).toMatch(
      /^【ツキシロ】認証コードは \d{6} です。10分以内に入力してください。他人に教えないでください。\n\n@localhost #\d{6}$/,
    )
    const [consent] = await api.db.query<{ n: number }>(
      'select count(*)::int as n from consents where user_id = $1',
      [one.user_id],
    )
    expect(consent?.n).toBe(2)
  })

  test('in a browser sets the refresh cookie and gives the page no secret', async () => {
    const reply = await api.nobody.call('auth.register', {
      body: registrationForm(),
      headers: { Origin: api.url, 'Sec-Fetch-Site': 'same-origin', Cookie: await takeTicket(api.url) },
    })
    expect(reply.status).toBe(201)
    const { token } = reply.body as { token: { refresh_token: string } }
    expect(reply.cookies['refresh_token']).toContain('.')
    expect(reply.cookies['refresh_token']).not.toContain(token.refresh_token)
  })

  test('needs the form alone, within the cap of its network', async () => {
    const own = await startApi({ env: { RATE_LIMITS: 'on' }, db: api.db })
    own.clock.stop()
    const send = async (form = registrationForm()) => (await sendRegistration(own, form, '')).status
    expect(await send()).toBe(201)
    // A caller who asks this way what is taken is counted as well.
    const taken = registrationForm({ username: 'hanako' })
    for (let n = 1; n < limits.registrationsPerHourOfNetwork; n += 1) expect(await send(taken)).toBe(409)
    expect(await send()).toBe(429)
    await own.close()
  })

  test('keeps a known invitation and a known shop, and is not stopped by unknown ones', async () => {
    const kyoko = await api.as('kyoko')
    const invited = await newcomer(api, { affiliate_code: 'tsuki01', store_ref: 'KNZ1' })
    const [row] = await api.db.query<{ affiliator_id: string; code: string }>(
      `select a.affiliator_id, s.code from affiliates a join users u on u.id = a.user_id join stores s on s.id = u.referred_by_store
       where a.user_id = $1`,
      [invited.user_id],
    )
    expect(row).toEqual({ affiliator_id: kyoko.user_id, code: 'KNZ1' })
    expect((await invited.get('users.me')).affiliate).toMatchObject({ code: 'TSUKI01' })
    expect((await kyoko.get('users.me')).affiliator).toEqual({
      user_id: kyoko.user_id,
      code: 'TSUKI01',
      invite_url: 'http://localhost:0/?invite=TSUKI01',
    })
    const other = await newcomer(api, {
      affiliate_code: "NOBODY'; drop table users; --",
      store_ref: 'x'.repeat(1_000),
    })
    expect(await count(`affiliates where user_id = '${other.user_id}'`)).toBe(0)
  })

  test('of thirty at once with one name and phone makes one account, one wallet and one code', async () => {
    const phone = newPhone()
    const ticket = await takeTicket(api.url)
    const replies = await Promise.all(
      Array.from({ length: 30 }, () =>
        sendRegistration(
          api,
          registrationForm({ phone_number: phone, username: `rush${phone.slice(-4)}` }),
          ticket,
        ),
      ),
    )
    const made = replies.filter(({ status }) => status === 201)
    const busy = replies.filter(({ status }) => status === 429)
    expect(made).toHaveLength(1)
    for (const { status, body } of replies.filter((reply) => reply !== made[0] && !busy.includes(reply))) {
      expect([status, code(body), Object.keys(fields(body))]).toEqual([409, 'USERNAME_TAKEN', ['username']])
    }
    const e164 = `+81${phone.slice(1)}`
    expect(await count(`users where phone_number = '${e164}'`)).toBe(1)
    expect(await outboxOf(api, e164)).toHaveLength(1)
  })
})

describe('refuses', () => {
  test('whoever is signed in already', async () => {
    const hanako = await api.as('hanako')
    const reply = await hanako.call('auth.register', {
      body: registrationForm(),
      headers: { Cookie: await takeTicket(api.url) },
    })
    expect([reply.status, code(reply.body)]).toEqual([409, 'ALREADY_SIGNED_IN'])
  })

  test('a ticket of the page that is old or made up', async () => {
    for (const ticket of ['ticket=9999999999.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA', 'ticket=x']) {
      const reply = await sendRegistration(api, registrationForm(), ticket)
      expect([reply.status, code(reply.body)]).toEqual([403, 'TICKET_REQUIRED'])
    }
    const old = await takeTicket(api.url)
    api.clock.forward(601_000)
    expect(code((await sendRegistration(api, registrationForm(), old)).body)).toBe('TICKET_REQUIRED')
  })

  test('a name that is taken, in whichever width and case it is written', async () => {
    const one = await newcomer(api)
    for (const username of [
      String(one.form['username']).toUpperCase(),
      'ＨＡＮＡＫＯ',
      'admin',
      'shirogane_official',
    ]) {
      const { status, body } = await sendRegistration(api, registrationForm({ username }))
      expect([username, status, code(body), Object.keys(fields(body))]).toEqual([
        username,
        409,
        'USERNAME_TAKEN',
        ['username'],
      ])
    }
  })

  test('in a browser, whoever was a member in it before: number and address are told to their owner', async () => {
    const { cookies } = await openBrowser(api.url, 'hanako')
    const phone = '090-0000-0002'
    const wide = phone.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
    const cases: [Record<string, unknown>, string, string][] = [
      [{ phone_number: phone.replace('-', 'ー').replace('-', '−') }, 'PHONE_TAKEN', 'phone_number'],
      [{ phone_number: wide }, 'PHONE_TAKEN', 'phone_number'],
      [{ phone_number: '+81 9000000002' }, 'PHONE_TAKEN', 'phone_number'],
      [{ email: 'ＨＡＮＡＫＯ０２＠example.com' }, 'EMAIL_TAKEN', 'email'],
    ]
    const here = `${await takeTicket(api.url)}; did=${cookies['did']}`
    for (const [over, expected, field] of cases) {
      const { status, body } = await sendRegistration(api, registrationForm(over), here)
      expect([over, status, code(body), Object.keys(fields(body))]).toEqual([over, 409, expected, [field]])
    }
    const ask = (headers: Record<string, string>) =>
      api.nobody.get('users.isPhoneAvailable', { query: { phone }, headers })
    expect(await ask({ Cookie: here })).toEqual({
      available: false,
      message: 'この電話番号はすでに登録されています。',
    })
    expect(await ask({ Cookie: await takeTicket(api.url) })).toEqual({ available: true })
    // Another person's number is confirmed to no caller, in any browser.
    expect(
      (await sendRegistration(api, registrationForm({ phone_number: '090-0000-0003' }), here)).status,
    ).toBe(201)
  })

  test('bad input with its sentence under its field, and keeps nothing of it', async () => {
    const before = [await count('users'), await count('messages'), await count('pins')]
    const cases: [Record<string, unknown>, string, string][] = [
      [
        { username: 'tаro1234' },
        'username',
        '半角英小文字で始まる4〜20文字（英小文字・数字・_）で入力してください。',
      ],
      [
        { username: '太郎😀' },
        'username',
        '半角英小文字で始まる4〜20文字（英小文字・数字・_）で入力してください。',
      ],
      [{ phone_number: '050-1234-5678' }, 'phone_number', 'SMSを受信できる携帯電話番号を入力してください。'],
      [{ phone_number: '090-1234-567' }, 'phone_number', '電話番号を正しく入力してください。'],
      [{ email: 'a@b@c.jp' }, 'email', 'メールアドレスを正しく入力してください。'],
      [{ email: 'a@b.jp\r\nBcc: x@y.jp' }, 'email', 'メールアドレスを正しく入力してください。'],
      [{ password: 'short' }, 'password', 'パスワードは10文字以上で入力してください。'],
      [
        { password: `ぎんの\nしずくをみがく` },
        'password',
        'パスワードは改行を含めずに、128文字以内で入力してください。',
      ],
      [{ password: '1234567890' }, 'password', '推測されやすいパスワードは使用できません。'],
      [{ agree_to_tos: false }, 'agree_to_tos', '利用規約への同意が必要です。'],
      [{ verified: true }, 'verified', 'この項目は指定できません。'],
      [{ type: 'employee' }, 'type', 'この項目は指定できません。'],
      [{ wallet: { balance: 1_000_000 } }, 'wallet', 'この項目は指定できません。'],
      [{ username: undefined }, 'username', 'ユーザー名を入力してください。'],
    ]
    for (const [over, field, sentence] of cases) {
      const { status, body } = await sendRegistration(api, registrationForm(over))
      expect([over, status, fields(body)]).toEqual([over, 400, { [field]: sentence }])
    }
    const common = await sendRegistration(api, registrationForm({ password: 'p@ssword2026!' }))
    expect([common.status, code(common.body)]).toEqual([400, 'PASSWORD_TOO_COMMON'])
    const own = await sendRegistration(
      api,
      registrationForm({ username: 'mikazuki', password: newcomerPassword }),
    )
    expect([own.status, code(own.body)]).toEqual([400, 'PASSWORD_TOO_COMMON'])
    await api.db.query(
      `update settings set value = value || '{"name": "ユキムラ銀器店"}' where key = 'brand'`,
    )
    const named = await sendRegistration(api, registrationForm({ password: 'ゆきむら銀器店2026' }))
    expect([named.status, code(named.body)]).toEqual([400, 'PASSWORD_TOO_COMMON'])
    const huge = await sendRegistration(api, registrationForm({ username: 'a'.repeat(60_000) }))
    expect(huge.status).toBe(400)
    expect([await count('users'), await count('messages'), await count('pins')]).toEqual(before)
  })
})

test('a sentence with a blank and a picture is a password, on whatever keyboard it is typed', async () => {
  const form = registrationForm({ password: '金沢の雨と 💍\ufe0f ガラス' })
  expect((await sendRegistration(api, form)).status).toBe(201)
  const login = (password: string) =>
    api.nobody.call('auth.login', {
      body: { credential: String(form['username']), password },
      headers: { 'X-Client-Type': 'api' },
    })
  expect((await login('金沢の雨と 💎 ガラス')).status).toBeGreaterThanOrEqual(400)
  expect((await login('金沢の雨と　💍 ｶﾞﾗｽ ')).status).toBeLessThan(300)
})

describe('whether something is free', () => {
  test('is answered to the page that took a ticket, as data and not as an error', async () => {
    const headers = { Cookie: await takeTicket(api.url) }
    const ask = (username: string) =>
      api.nobody.get('users.isUsernameAvailable', { query: { username }, headers })
    expect(await ask('hanako')).toEqual({
      available: false,
      message: 'このユーザー名はすでに使用されています。',
    })
    expect(await ask('ＨＡＮＡＫＯ')).toMatchObject({ available: false })
    expect(await ask('support')).toMatchObject({ available: false })
    expect(await ask('yukinowa')).toEqual({ available: true })
    for (const phone of ['090-0000-0002', newPhone()])
      expect(await api.nobody.get('users.isPhoneAvailable', { query: { phone }, headers })).toEqual({
        available: true,
      })
    for (const email of ['Hanako02@example.com', 'nobody@example.com'])
      expect(await api.nobody.get('users.isEmailAvailable', { query: { email }, headers })).toEqual({
        available: true,
      })
    expect(
      await api.nobody.refused('users.isEmailAvailable', { query: { email: 'nothing' }, headers }),
    ).toMatchObject({ code: 'VALIDATION_ERROR' })
  })

  test('is not answered without one', async () => {
    expect(
      await api.nobody.refused('users.isPhoneAvailable', { query: { phone: '09000000002' } }),
    ).toMatchObject({ status: 403, code: 'TICKET_REQUIRED' })
  })

  test('one’s own name counts as free to oneself', async () => {
    expect(
      await (await api.signIn('hanako')).get('users.isUsernameAvailable', { query: { username: 'hanako' } }),
    ).toEqual({ available: true })
  })
})

test('with the caps on, a ticket answers twenty questions and no more', async () => {
  const own = await startApi({ env: { RATE_LIMITS: 'on' }, db: api.db })
  own.clock.stop()
  const headers = { Cookie: await takeTicket(own.url) }
  const statuses: number[] = []
  for (let turn = 0; turn < 21; turn += 1) {
    statuses.push(
      (await own.nobody.call('users.isUsernameAvailable', { query: { username: `free${turn}x` }, headers }))
        .status,
    )
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  await own.close()
})

describe('the card of an invitation', () => {
  test('is shown to guests by code or name, with nothing else of its owner', async () => {
    const card = { username: 'kyoko', avatar: null, code: 'TSUKI01' }
    expect(await api.nobody.get('affiliates.card', { params: { username: 'tsuki01' } })).toEqual(card)
    expect(await api.nobody.get('affiliates.card', { params: { username: 'kyoko' } })).toEqual(card)
  })
  test('is not there for anybody else', async () => {
    for (const username of ['hanako', 'NOPE99', '../users/me', '%00']) {
      expect(await api.nobody.refused('affiliates.card', { params: { username } })).toMatchObject({
        status: 404,
      })
    }
  })
  test('tells a caller whose session has ended so', async () => {
    const reply = await api.nobody.call('affiliates.card', {
      params: { username: 'TSUKI01' },
      headers: { Authorization: 'Bearer a.b.c' },
    })
    expect([reply.status, code(reply.body)]).toEqual([401, 'AUTH_SESSION_EXPIRED'])
  })
})
