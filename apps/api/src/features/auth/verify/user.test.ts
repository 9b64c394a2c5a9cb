import { randomUUID } from 'node:crypto'
import { caller } from '@shirogane/testkit/calls/caller'
import { codeFor, newcomer, newPhone, outboxOf } from '@shirogane/testkit/acts/newcomer'
import { outboxIsEmpty } from '@shirogane/testkit/servers/outbox'
import { sell } from '@shirogane/testkit/acts/sale'
import { connect } from '@shirogane/testkit/calls/socket'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const wrongThan = (pin: string): string => (pin === '000000' ? '000001' : '000000')
const pinsOf = (userId: string) =>
  api.db.query<{ tries: number; used_at: Date | null }>(
    'select tries, used_at from pins where owner = $1 order by created_at',
    [userId],
  )

describe('the code from the SMS', () => {
  test('makes a member, whose socket hears of it, and brings the welcome points once', async () => {
    const one = await newcomer(api, { email: `hatsu${Date.now()}@example.com` })
    const socket = await connect(api.url, '/users', { token: one.refresh_token })
    expect(await socket.join()).toEqual({ ok: true })
    expect(await one.refused('users.wallet')).toMatchObject({ status: 403, code: 'NOT_VERIFIED' })

    const { user } = await one.get('auth.verifyUser', { body: { pin: await codeFor(api, one.phone) } })
    expect(user).toMatchObject({ verified: true, wallet: { point_balance: 100, point_limited: 100 } })
    expect(await socket.received('verificationChange')).toMatchObject({
      verified: true,
      event_id: `${one.user_id}-verified`,
    })
    socket.close()
    expect(await one.get('users.wallet')).toMatchObject({ point_balance: 100 })
    const [mail] = await outboxOf(api, String(one.form['email']))
    expect(mail?.subject).toBe('【ツキシロ】会員登録が完了しました')

    expect(await one.refused('auth.verifyUser', { body: { pin: '123456' } })).toMatchObject({
      status: 409,
      code: 'ALREADY_VERIFIED',
    })
    expect(await one.refused('auth.sendVerify')).toMatchObject({ status: 409, code: 'ALREADY_VERIFIED' })
  })

  test('is taken in full width, and makes one member of however many it is sent by at once', async () => {
    const one = await newcomer(api)
    const pin = await codeFor(api, one.phone)
    const wide = pin.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => one.call('auth.verifyUser', { body: { pin: wide } })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await one.get('users.wallet')).point_balance).toBe(100)
  })

  test('is dead after five wrong guesses, even when the sixth is right', async () => {
    const one = await newcomer(api)
    const pin = await codeFor(api, one.phone)
    for (const left of [4, 3, 2, 1]) {
      expect(await one.refused('auth.verifyUser', { body: { pin: wrongThan(pin) } })).toMatchObject({
        status: 400,
        code: 'PIN_INVALID',
        message: `認証コードが正しくありません。（残り${left}回）`,
      })
    }
    expect(await one.refused('auth.verifyUser', { body: { pin: wrongThan(pin) } })).toMatchObject({
      status: 423,
      code: 'PIN_ATTEMPTS_EXCEEDED',
    })
    expect(await one.refused('auth.verifyUser', { body: { pin } })).toMatchObject({
      status: 423,
      code: 'PIN_ATTEMPTS_EXCEEDED',
    })
  })

  test('of a hundred guesses at once has five looked at', async () => {
    const one = await newcomer(api)
    const pin = await codeFor(api, one.phone)
    const guesses = Array.from({ length: 100 }, (_, index) =>
      String((Number(pin) + 1 + index) % 1_000_000).padStart(6, '0'),
    )
    const replies = await Promise.all(
      guesses.map((guess) => one.call('auth.verifyUser', { body: { pin: guess } })),
    )
    expect(replies.some(({ status }) => status === 200)).toBe(false)
    expect((await pinsOf(one.user_id))[0]).toMatchObject({ tries: 5, used_at: null })
    expect(await one.refused('auth.verifyUser', { body: { pin } })).toMatchObject({
      code: 'PIN_ATTEMPTS_EXCEEDED',
    })
  })

  test('ends after ten minutes, and when a newer one is sent', async () => {
    const one = await newcomer(api)
    const first = await codeFor(api, one.phone)
    api.clock.forward(61_000)
    const sent = await one.get('auth.sendVerify')
    expect(sent).toEqual({ expires_in: 600, resend_in: 60 })
    await outboxOf(api, one.phone, 2)
    const second = await codeFor(api, one.phone)
    if (first !== second)
      expect(await one.refused('auth.verifyUser', { body: { pin: first } })).toMatchObject({
        code: 'PIN_INVALID',
      })
    api.clock.forward(600_000)
    const again = await renewed(one)
    expect(await again.refused('auth.verifyUser', { body: { pin: second } })).toMatchObject({
      status: 410,
      code: 'PIN_EXPIRED',
    })
  })

  test('is refused with its sentence when it is no six digits', async () => {
    const one = await newcomer(api)
    for (const pin of ['12345', 'abcdef', '', '１２３']) {
      expect((await one.refused('auth.verifyUser', { body: { pin } })).fields).toEqual({
        pin: '認証コードは6桁の数字で入力してください。',
      })
    }
    expect((await pinsOf(one.user_id))[0]?.tries).toBe(0)
  })

  test('of one person opens nobody else', async () => {
    const [one, other] = [await newcomer(api), await newcomer(api)]
    const pin = await codeFor(api, one.phone)
    if (pin !== (await codeFor(api, other.phone))) {
      expect(await other.refused('auth.verifyUser', { body: { pin } })).toMatchObject({ code: 'PIN_INVALID' })
    }
  })
})

test('with the caps on, one network guesses sixty times an hour, however many accounts it guesses at', async () => {
  const own = await startApi({ env: { RATE_LIMITS: 'on' }, db: api.db })
  own.clock.stop()
  const people = []
  for (let index = 0; index < 16; index += 1) people.push(await newcomer(own))
  const statuses: number[] = []
  for (const person of people) {
    const pin = await codeFor(own, person.phone)
    for (let turn = 0; turn < 4; turn += 1)
      statuses.push((await person.call('auth.verifyUser', { body: { pin: wrongThan(pin) } })).status)
  }
  expect(statuses).toEqual([...Array.from({ length: 60 }, () => 400), 429, 429, 429, 429])
  await own.close()
})

/** The same person with a new access token, after the clock was moved. */
async function renewed(one: Awaited<ReturnType<typeof newcomer>>) {
  const reply = await one.call('auth.login', {
    body: { credential: String(one.form['username']), password: String(one.form['password']) },
    headers: { 'X-Client-Type': 'api' },
  })
  const { token } = reply.body as { token: { access_token: string; refresh_token: string } }
  return caller({ url: api.url, user_id: one.user_id, ...token })
}

describe('sending', () => {
  test('of fifty requests at once makes one SMS, and says when the next one may be asked for', async () => {
    const one = await newcomer(api)
    const replies = await Promise.all(Array.from({ length: 50 }, () => one.call('auth.sendVerify')))
    for (const { status, body } of replies) {
      expect([status, (body as { code: string }).code]).toEqual([429, 'PIN_RESEND_TOO_SOON'])
    }
    expect(Number(replies[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await outboxOf(api, one.phone)).toHaveLength(1)
  })

  test('goes out five times an hour and ten times a day to one phone, whoever asks', async () => {
    const phone = newPhone()
    const one = await newcomer(api, { phone_number: phone })
    const statuses: string[] = []
    for (let turn = 0; turn < 5; turn += 1) {
      api.clock.forward(61_000)
      const { body } = await (turn === 4 ? await renewed(one) : one).call('auth.sendVerify')
      statuses.push((body as { code?: string }).code ?? 'sent')
    }
    expect(statuses).toEqual(['sent', 'sent', 'sent', 'sent', 'PIN_SEND_LIMIT'])
    expect(await outboxOf(api, one.phone, 5)).toHaveLength(5)
  })
})

test('with the caps on, one account sends no more codes by naming new numbers', async () => {
  const own = await startApi({ env: { RATE_LIMITS: 'on' } })
  own.clock.stop()
  // All of it within one hour of the clock.
  own.clock.forward(3_600_000 - (own.clock.now().getTime() % 3_600_000))
  const one = await newcomer(own)
  const rename = async (phone = newPhone()) => {
    const { status, body } = await one.call('users.changePhone', {
      params: { id: one.user_id },
      body: { phone },
    })
    return status === 200 ? 'sent' : (body as { code: string }).code
  }
  expect(await rename()).toBe('sent')
  own.clock.forward(20_000)
  const soon = await one.call('users.changePhone', {
    params: { id: one.user_id },
    body: { phone: newPhone() },
  })
  expect(soon).toMatchObject({
    status: 429,
    body: { code: 'PIN_RESEND_TOO_SOON', error: '再送信は40秒後に行えます。' },
  })
  expect(soon.headers.get('retry-after')).toBe('40')
  for (let turn = 0; turn < 5; turn += 1) expect(await rename()).toBe('PIN_RESEND_TOO_SOON')
  for (let turn = 0; turn < 4; turn += 1) {
    own.clock.forward(60_000)
    expect(await rename()).toBe('sent')
  }
  for (let turn = 0; turn < 3; turn += 1) expect(await rename()).toBe('PIN_SEND_LIMIT')
  // What was refused has cost nothing: there were the registration's and five more.
  const sent = () => own.db.query(`select hits::int from rate_limits where bucket = 'sms:all'`)
  expect(await sent()).toEqual([{ hits: 6 }])
  await own.db.query(`delete from rate_limits where bucket like 'sms:hour:%' or bucket like 'sms:named:%'`)
  await own.db.query(`update rate_limits set hits = 10 where bucket like 'sms:day:%'`)
  expect(await rename()).toBe('PIN_SEND_LIMIT')
  await own.db.query(`delete from rate_limits where bucket like 'sms:day:%'`)
  expect(await rename()).toBe('sent')
  expect(await sent()).toEqual([{ hits: 7 }])
  await own.close()
})

describe('the number', () => {
  test('can be corrected before verification: the old code is worth nothing, the new phone gets one', async () => {
    const one = await newcomer(api)
    const old = await codeFor(api, one.phone)
    const phone = newPhone()
    const user = await one.get('users.changePhone', { params: { id: one.user_id }, body: { phone } })
    expect(user.phone_number).toBe(`+81${phone.slice(1)}`)
    const fresh = await codeFor(api, `+81${phone.slice(1)}`)
    if (old !== fresh)
      expect(await one.refused('auth.verifyUser', { body: { pin: old } })).toMatchObject({
        code: 'PIN_INVALID',
      })
    expect((await one.get('auth.verifyUser', { body: { pin: fresh } })).user.verified).toBe(true)
    expect(
      await one.refused('users.changePhone', { params: { id: one.user_id }, body: { phone: newPhone() } }),
    ).toMatchObject({ code: 'ALREADY_VERIFIED' })
  })

  test('of somebody else’s account is nobody’s to change', async () => {
    const [one, other] = [await newcomer(api), await newcomer(api)]
    for (const id of [other.user_id, randomUUID()]) {
      expect(
        await one.refused('users.changePhone', { params: { id }, body: { phone: newPhone() } }),
      ).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    }
  })
})

describe('at the counter', () => {
  test('a code that pays nowhere is read, documents are checked, and the phone hears of it', async () => {
    const one = await newcomer(api)
    const clerk = await api.as('clerk')
    const { token, code } = await one.get('users.token')
    const socket = await connect(api.url, '/users', { token: one.refresh_token })
    await socket.join()

    const pay = (body: object) =>
      clerk.refused('transactions.pay', { body, headers: { 'Idempotency-Key': randomUUID() } })
    expect(await pay({ token })).toMatchObject({ status: 409, code: 'MEMBER_UNVERIFIED' })
    expect(await pay({ token, amount: 1_100, tenders: { cash: 1_100 } })).toMatchObject({
      status: 409,
      code: 'MEMBER_UNVERIFIED',
    })

    const params = { id: one.user_id }
    const body = { document: 'driver_license', confirmed: true }
    expect(await clerk.refused('admin.verifyUser', { params, body })).toMatchObject({ status: 404 })
    expect(await clerk.get('admin.scanUnverified', { body: { token: code } })).toEqual({
      id: one.user_id,
      username: one.form['username'],
      name: null,
      phone_number: `090-****-${one.phone.slice(-4)}`,
    })
    expect(await (await api.as('otherClerk')).refused('admin.verifyUser', { params, body })).toMatchObject({
      status: 404,
    })
    expect(
      await clerk.refused('admin.verifyUser', { params, body: { ...body, confirmed: false } }),
    ).toMatchObject({ status: 400 })
    expect(await clerk.get('admin.verifyUser', { params, body })).toEqual({ id: one.user_id, verified: true })
    expect(await socket.received('verificationChange')).toMatchObject({ verified: true })
    socket.close()
    expect(await clerk.refused('admin.verifyUser', { params, body })).toMatchObject({
      status: 409,
      code: 'ALREADY_VERIFIED',
    })
    expect(await clerk.refused('admin.scanUnverified', { body: { token } })).toMatchObject({
      status: 409,
      code: 'ALREADY_VERIFIED',
    })

    expect((await one.get('users.wallet')).point_balance).toBe(100)
    const [row] = await api.db.query(
      `select v.method, v.document, e.number, s.code from verifications v join employees e on e.user_id = v.employee_id
       join stores s on s.id = v.store_id where v.user_id = $1`,
      [one.user_id],
    )
    expect(row).toEqual({ method: 'counter', document: 'driver_license', number: 'E0003', code: 'KNZ1' })
  })

  test('an old code, a made-up one and a code that pays are refused', async () => {
    const one = await newcomer(api)
    const clerk = await api.as('clerk')
    const { token } = await one.get('users.token')
    await api.db.query(`update counter_codes set expires_at = now() - interval '1 day' where user_id = $1`, [
      one.user_id,
    ])
    expect(await clerk.refused('admin.scanUnverified', { body: { token } })).toMatchObject({
      status: 410,
      code: 'QR_EXPIRED',
    })
    expect(
      await clerk.refused('admin.scanUnverified', { body: { token: 'https://evil.example.com' } }),
    ).toMatchObject({ code: 'QR_INVALID' })
    const paying = await (await api.as('hanako')).get('users.token')
    expect(await clerk.refused('admin.scanUnverified', { body: { token: paying.token } })).toMatchObject({
      code: 'QR_INVALID',
    })
  })
})

test('whoever leaves and comes back with the same number has had what joining brings', async () => {
  const [clerk, phone] = [await api.as('clerk'), newPhone()]
  const joined = async () => {
    const one = await newcomer(api, { phone_number: phone, affiliate_code: 'TSUKI01' })
    await one.get('auth.verifyUser', { body: { pin: await codeFor(api, one.phone) } })
    await one.get('users.profile', { body: { date_of_birth: '1990-01-01' } })
    await sell(clerk, one, { amount: 1_000, tenders: { cash: 1_000 } })
    await outboxIsEmpty(api.db)
    return one
  }
  const points = async ({ user_id }: { user_id: string }) =>
    (
      await api.db.query<{ points: number }>(
        `select point_regular + point_limited as points from ledger.wallets where user_id = $1`,
        [user_id],
      )
    )[0]?.points
  const first = await joined()
  // For joining, for the date of birth and for the invitation, and one percent of the purchase.
  await expect.poll(() => points(first)).toBe(100 + 100 + 500 + 10)
  await api.db.query(
    `update users set closed_at = now(), suspended_at = now(), phone_number = null, email = null where id = $1`,
    [first.user_id],
  )
  api.clock.forward(61_000)
  expect(await points(await joined())).toBe(10)
})

test('an invited member gets the gift once, with the first payment of 1,000 yen or more', async () => {
  const one = await newcomer(api, { affiliate_code: 'TSUKI01' })
  await one.get('auth.verifyUser', { body: { pin: await codeFor(api, one.phone) } })
  const clerk = await api.as('clerk')
  const socket = await connect(api.url, '/transactions', { token: one.refresh_token })
  await socket.join()
  const buy = async (amount: number) => {
    await sell(clerk, one, { amount, tenders: { cash: amount } })
    await outboxIsEmpty(api.db)
  }
  const gifts = async () =>
    (
      await api.db.query<{ n: number }>(
        `select count(*)::int as n from ledger.campaign_grants where user_id = $1 and campaign = 'invite'`,
        [one.user_id],
      )
    )[0]?.n

  await buy(999)
  expect(await gifts()).toBe(0)
  await buy(1_000)
  await expect.poll(gifts).toBe(1)
  await buy(5_000)
  expect(await gifts()).toBe(1)
  // 100 for the welcome, 500 for the invitation, and one percent of each payment.
  expect((await one.get('users.wallet')).point_balance).toBe(100 + 500 + 9 + 10 + 50)
  const notified = socket.events.filter(
    ({ name, payload }) => name === 'newClientTransaction' && payload['spent_total'] === 0,
  )
  expect(notified.map(({ payload }) => [payload['type'], payload['received_point_total']])).toContainEqual([
    undefined,
    500,
  ])
  socket.close()
})

test('an invitation may bring yen, to both sides and at the verification already, and goes back with its sale', async () => {
  const terms = { points: 0, yen: 300, inviter_points: 200, inviter_yen: 100, join_points: 50, join_yen: 30 }
  const set = async (key: string, value: number) =>
    api.db.query(
      `insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value`,
      [`invite.${key}`, JSON.stringify(value)],
    )
  for (const [key, value] of Object.entries(terms)) await set(key, value)
  try {
    const one = await newcomer(api, { affiliate_code: 'TSUKI01' })
    await one.get('auth.verifyUser', { body: { pin: await codeFor(api, one.phone) } })
    const [clerk, manager, kyoko] = [await api.as('clerk'), await api.as('manager'), await api.as('kyoko')]
    expect(await one.get('users.wallet')).toMatchObject({ balance_bonus: 30, point_balance: 100 + 50 })
    const before = await kyoko.get('users.wallet')
    const live = await connect(api.url, '/transactions', { token: one.refresh_token })
    await live.join()
    const { transaction } = await sell(clerk, one, { amount: 1_000, tenders: { cash: 1_000 } })
    const completed = async (bonus: number) => {
      await expect.poll(async () => (await one.get('users.wallet')).balance_bonus).toBe(bonus)
      await outboxIsEmpty(api.db)
    }
    await completed(330)
    expect(await one.get('users.wallet')).toMatchObject({ balance_bonus: 330, point_balance: 160 })
    expect(await kyoko.get('users.wallet')).toMatchObject({
      balance_bonus: before.balance_bonus + 100,
      point_balance: before.point_balance + 200,
    })
    const notified = live.events.filter(({ payload }) => payload['spent_total'] === 0)
    expect(notified.map(({ payload }) => [payload['type'], payload['received_wallet']])).toContainEqual([
      undefined,
      300,
    ])
    live.close()
    // The inviter reads why, and nothing of the other's purchase.
    const { items } = await kyoko.get('transactions.list', { query: { limit: 1 } })
    expect(items[0]).toMatchObject({
      type: 'grant',
      received_wallet: 100,
      received_point_total: 200,
      related_id: null,
      message: 'お友だちの初めてのお買い物で100円と200ptを受け取りました',
    })
    const page = await kyoko.get('transactions.details', { params: { id: items[0]!.id } })
    expect(page.point_reasons).toMatchObject([{ rule: 'invite', label: 'お友だち招待の特典', points: 200 }])

    const share = { transaction_id: transaction.id }
    const plan = await manager.get('transactions.refundPreview', { body: share })
    expect(plan).toMatchObject({ invite_points: 0, invite_yen: 300 })
    await manager.get('transactions.refund', {
      body: { ...share, reason: 'お客さま都合' },
      headers: { 'Idempotency-Key': randomUUID() },
    })
    // What the verification itself brought stays: no sale brought it.
    expect(await one.get('users.wallet')).toMatchObject({
      balance_bonus: 30,
      point_balance: 150,
      point_debt: 0,
    })
    expect(await kyoko.get('users.wallet')).toMatchObject({
      balance_bonus: before.balance_bonus,
      point_balance: before.point_balance,
    })
    expect(await api.db.query('select * from ledger.audit()')).toEqual([])
  } finally {
    await api.db.query(`delete from settings where key like 'invite.%' and key not in
      ('invite.points', 'invite.days', 'invite.payment_min')`)
    await set('points', 500)
  }
})
