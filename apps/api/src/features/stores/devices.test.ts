// A browser is a register by a secret of its own. Where the brand sells on such browsers alone, no other moves money at a register.
import { randomUUID } from 'node:crypto'
import type { CallName } from '@shirogane/contract/wire/calls'
import { sentenceOf } from '@shirogane/contract/wire/errors'
import { openBrowser } from '@shirogane/testkit/calls/browser'
import type { Ask, Caller, Output } from '@shirogane/testkit/calls/caller'
import type { CastName } from '@shirogane/testkit/cast'
import { castPassword } from '@shirogane/testkit/database'
import { fingerprint } from '@shirogane/testkit/asks/fingerprint'
import { charge } from '@shirogane/testkit/acts/funds'
import { officeAsks } from '@shirogane/testkit/acts/office'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

let api: TestApi
let store: string
let first: string
let second: string
let elsewhere: { store: string; register: string }

beforeAll(async () => {
  api = await startApi()
  const registers = await api.db.query<{ id: string; store_id: string; code: string; number: number }>(
    `select r.id, r.store_id, s.code, r.number from registers r join stores s on s.id = r.store_id order by s.code, r.number`,
  )
  const own = registers.filter(({ code }) => code === 'KNZ1')
  store = own[0]!.store_id
  first = own[0]!.id
  second = own[1]!.id
  const [guest] = await api.db.query<{ store_id: string }>(
    `select store_id from employees where number = 'E0005'`,
  )
  const other = registers.find(({ store_id }) => store_id === guest!.store_id)!
  elsewhere = { store: other.store_id, register: other.id }
})
afterAll(() => api.close())
beforeEach(async () => {
  await only(false)
  await api.db.query('delete from register_devices')
})

async function only(value: boolean): Promise<void> {
  const office = await api.as('owner')
  const { items } = await office.get('admin.settings')
  const { value: before } = items.find(({ key }) => key === 'registers.enrolled_only')!
  await office.get('admin.updateSetting', {
    params: { key: 'registers.enrolled_only' },
    body: { before, value },
  })
}

const noPicture = () => Promise.reject(new Error('No picture is asked for'))

const prove = (by: Caller) =>
  by.get('auth.stepUp', { body: { method: 'password', purpose: 'store', password: castPassword } })

const enrolAsk = (register: string, secret?: string): Ask => ({
  params: { id: store, register },
  ...(secret && { headers: { Cookie: `register=${secret}` } }),
})

/** The secret of a browser that has just become this register. */
async function enrolled(register = first, held?: string): Promise<string> {
  const manager = await api.as('manager')
  await prove(manager)
  const reply = await manager.call('admin.enrolDevice', enrolAsk(register, held))
  expect(reply.status).toBe(201)
  return reply.cookies['register']!
}

const withDevice = (secret: string, ask: Ask = {}): Ask => ({
  ...ask,
  headers: { ...ask.headers, Cookie: `register=${secret}` },
})
const keyed = (body: object): Ask => ({ body, headers: { 'Idempotency-Key': randomUUID() } })
const cashSale = (register_id?: string): Ask =>
  keyed({
    transaction_id: randomUUID(),
    amount: 700,
    tenders: { cash: 700 },
    ...(register_id && { register_id }),
  })

const refusal = {
  status: 403,
  code: 'DEVICE_NOT_ENROLLED',
  message: 'この端末はレジとして登録されていません。店長に登録を依頼してください。',
}

/** Refused with the one sentence, and nothing anywhere has moved. */
async function refuses(by: Caller, name: CallName, ask: Ask): Promise<void> {
  const before = await fingerprint(api.db)
  expect(await by.refused(name, ask), name).toMatchObject(refusal)
  expect(await fingerprint(api.db)).toEqual(before)
}

async function codeOf(name: CastName): Promise<string> {
  return (await (await api.as(name)).get('users.token')).token
}

describe('a browser becomes a register', () => {
  test('by its manager, who shows again who they are; the secret is its own, and what it did is on record', async () => {
    const manager = await api.signIn('manager')
    expect(await manager.refused('admin.enrolDevice', enrolAsk(first))).toMatchObject({
      status: 403,
      code: 'STEP_UP_REQUIRED',
    })
    expect(await api.db.query('select 1 from register_devices')).toEqual([])
    await prove(manager)
    const reply = await manager.call('admin.enrolDevice', {
      ...enrolAsk(first),
      headers: { 'User-Agent': 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) Version/18.0 Safari/604.1' },
    })
    const line = reply.headers.getSetCookie().find((cookie) => cookie.startsWith('register='))
    expect(line).toMatch(
      /^register=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly(?:; Secure)?; SameSite=Strict$/,
    )
    const { devices, changes } = reply.body as Output<'admin.showStore'>
    expect(devices).toMatchObject([{ register_id: first, label: 'iPad・Safari', current: true }])
    expect(changes[0]).toMatchObject({
      action: 'store.device_enrolled',
      after: { register: 'レジ 01', device: 'iPad・Safari' },
    })
    // Neither the table nor the answer holds what the browser keeps.
    const [row] = await api.db.query<{ row: string }>(
      'select to_jsonb(d)::text as row from register_devices d',
    )
    const secret = reply.cookies['register']!
    expect(row!.row).not.toContain(secret)
    expect(JSON.stringify(reply.body)).not.toContain(secret)
  })

  test('not by a clerk, nor by the manager of another shop, nor as a register that is not there', async () => {
    expect(await (await api.as('clerk')).refused('admin.enrolDevice', enrolAsk(first))).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
    })
    const other = await api.as('otherManager')
    await prove(other)
    expect((await other.call('admin.enrolDevice', enrolAsk(first))).status).toBe(404)
    const office = await api.as('owner')
    await prove(office)
    expect((await office.call('admin.enrolDevice', enrolAsk(elsewhere.register))).status).toBe(404)
    expect((await office.call('admin.enrolDevice', enrolAsk(randomUUID()))).status).toBe(404)
    expect(await api.db.query('select 1 from register_devices')).toEqual([])
    // The proof is still there for what is right.
    expect((await office.call('admin.enrolDevice', enrolAsk(first))).status).toBe(201)
  })

  test('and is one register: as another one it is the first no more', async () => {
    const before = await enrolled(first)
    const after = await enrolled(second, before)
    const manager = await api.as('manager')
    const { devices } = await manager.get('admin.showStore', withDevice(after, { params: { id: store } }))
    expect(devices).toMatchObject([{ register_id: second, current: true }])
    await only(true)
    const clerk = await api.as('clerk')
    await refuses(clerk, 'transactions.pay', withDevice(before, cashSale(first)))
  })

  test('only a few of them, whoever comes at once', async () => {
    const managers = await Promise.all(Array.from({ length: 8 }, () => api.signIn('manager')))
    await Promise.all(managers.map(prove))
    const replies = await Promise.all(managers.map((one) => one.call('admin.enrolDevice', enrolAsk(first))))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 201, 201, 201, 201, 409, 409, 409,
    ])
    expect(replies.find(({ status }) => status === 409)!.body).toMatchObject({
      code: 'DEVICE_LIMIT',
      message: sentenceOf('DEVICE_LIMIT', { n: 5 }),
    })
    const secrets = new Set(replies.flatMap(({ cookies }) => cookies['register'] ?? []))
    expect(secrets.size).toBe(5)
    // A place that is given up may be taken again.
    const manager = await api.as('manager')
    const { devices } = await manager.get('admin.showStore', { params: { id: store } })
    await manager.get('admin.removeDevice', { params: { id: store, device: devices[0]!.id } })
    await enrolled(first)
  })
})

test('while the setting is off every browser sells, enrolled or not', async () => {
  const clerk = await api.as('clerk')
  const secret = await enrolled(first)
  for (const ask of [cashSale(), cashSale(second), withDevice(secret, cashSale(second))])
    expect((await clerk.get('transactions.pay', ask)).status).toBe('completed')
  const { store: shop } = await clerk.get('users.employeeDetails', withDevice(secret))
  expect(shop!.registers.map(({ id }) => id)).toEqual([first, second])
  expect(shop!.needs_device).toBe(false)
})

describe('while the brand sells on enrolled devices alone', () => {
  test('no act at a register is for any other browser, and all of them are for the register', async () => {
    const clerk = await api.as('clerk')
    const manager = await api.as('manager')
    const hanako = await api.as('hanako')
    await charge(api.db, hanako.user_id, 5_000)
    const sold = await clerk.get('transactions.pay', cashSale())
    const { transaction: checkout } = await clerk.get('transactions.pay', {
      body: { token: await codeOf('hanako'), amount: 300 },
    })
    const cart = [{ name: '雑貨', unit_price: 100, quantity: 1, tax_rate: 1_000 }]
    const parked = randomUUID()
    await clerk.get('transactions.park', {
      body: { id: parked, register_id: first, name: '取り置き', items: cart },
    })
    const code = await codeOf('kyoko')
    const wrong = await clerk.get('transactions.pay', cashSale())
    const office = officeAsks(() => api, noPicture)
    const reversal = await office['admin.reverseBuyback']()
    const move = { store_id: store, act: 'pay_in', amount: 100, reason: '両替' }
    const secret = await enrolled(first)
    await only(true)

    const acts: readonly (readonly [CallName, Ask, Caller?])[] = [
      ['transactions.payUpdate', keyed({ transaction_id: checkout.id, tenders: { balance: 300 } })],
      ['transactions.pay', { body: { token: code, amount: 300 } }],
      ['transactions.pay', cashSale()],
      ['transactions.shownMember', { body: { token: await codeOf('yoko') } }],
      ['transactions.chargeCash', keyed({ to: await codeOf('yoko'), amount: 500, cash_tendered: 500 })],
      ['transactions.transferPoint', keyed({ to: code, points: 1, reason: 'お詫び' })],
      [
        'transactions.refund',
        keyed({ transaction_id: sold.transaction.id, amount: 100, reason: 'サイズ違い' }),
        manager,
      ],
      [
        'transactions.laterCollect',
        keyed({ user_id: hanako.user_id, pay: 100, tender: 'cash', cash_tendered: 100 }),
      ],
      [
        'transactions.park',
        { body: { id: randomUUID(), register_id: first, name: '取り置き', items: cart } },
      ],
      ['transactions.resume', { params: { id: parked }, body: { register_id: first, version: 1 } }],
      [
        'transactions.updateParked',
        { params: { id: parked }, body: { register_id: first, version: 1, status: 'discarded' } },
      ],
      ['admin.openDrawer', { body: { id: randomUUID(), register_id: first, reason: 'exchange' } }],
      ['admin.createBuyback', office['admin.createBuyback'](), manager],
      ['admin.reverseBuyback', reversal, manager],
      ['admin.moveCash', keyed(move)],
      ['admin.moveCash', keyed({ ...move, register_id: first })],
      [
        'transactions.payUpdate',
        keyed({
          transaction_id: wrong.transaction.id,
          correction: { tenders: { cash: 0, card: 700 }, reason: '打ち間違い' },
        }),
        manager,
      ],
      [
        'transactions.delete',
        {
          params: { id: sold.transaction.id },
          ...keyed({ employee_id: 'E0002', password: castPassword }),
        },
        manager,
      ],
    ]
    for (const [name, ask, by = clerk] of acts) await refuses(by, name, ask)
    for (const [name, ask, by = clerk] of acts.filter(
      ([name]) => !/laterCollect|delete|updateParked/.test(name),
    )) {
      const { status, body } = await by.call(name, withDevice(secret, ask))
      expect([name, status < 300, status < 300 || body]).toEqual([name, true, true])
    }
  })

  test('a secret of another register, of none, or of another installation opens nothing', async () => {
    const secret = await enrolled(first)
    const other = await enrolled(second)
    await only(true)
    const clerk = await api.as('clerk')
    await refuses(clerk, 'transactions.pay', withDevice(other, cashSale(first)))
    for (const forged of [
      '',
      'x'.repeat(43),
      secret.slice(1),
      `${secret}A`,
      secret.toLowerCase(),
      encodeURIComponent("' or true --"),
    ])
      await refuses(clerk, 'transactions.pay', withDevice(forged, cashSale(first)))
    // The device of one shop is no register at another, for any of the staff who hold it there.
    const guest = await api.as('otherClerk')
    await refuses(guest, 'transactions.pay', withDevice(secret, cashSale(elsewhere.register)))
    expect((await guest.call('transactions.pay', withDevice(secret, cashSale(first)))).status).toBe(404)
    expect((await clerk.get('transactions.pay', withDevice(other, cashSale(second)))).status).toBe(
      'completed',
    )
  })

  test("another register's sale is not there, also for whoever opened it", async () => {
    const atFirst = await enrolled(first)
    const atSecond = await enrolled(second)
    await only(true)
    const clerk = await api.as('clerk')
    const hanako = await api.as('hanako')
    await charge(api.db, hanako.user_id, 1_000)
    const { transaction } = await clerk.get(
      'transactions.pay',
      withDevice(atFirst, { body: { token: await codeOf('hanako'), amount: 300 } }),
    )
    const completing = keyed({ transaction_id: transaction.id, tenders: { balance: 300 } })
    for (const ask of [completing, keyed({ transaction_id: transaction.id, status: 'cancelled' })])
      expect(await clerk.refused('transactions.payUpdate', withDevice(atSecond, ask))).toMatchObject({
        status: 404,
        code: 'TXN_NOT_FOUND',
      })
    const done = await clerk.get('transactions.payUpdate', withDevice(atFirst, completing))
    expect(done.status).toBe('completed')
  })

  test('the page is told so, and offers its own register alone', async () => {
    const secret = await enrolled(second)
    await only(true)
    const clerk = await api.as('clerk')
    expect((await clerk.get('users.employeeDetails')).store).toMatchObject({ needs_device: true })
    const reply = await clerk.call('users.employeeDetails', withDevice(secret))
    const { store: shop } = reply.body as Output<'users.employeeDetails'>
    expect(shop).toMatchObject({ needs_device: false, registers: [{ id: second }] })
    // A register in use keeps its secret.
    expect(reply.cookies['register']).toBe(secret)
  })

  test('head office gives back without a register', async () => {
    const clerk = await api.as('clerk')
    const sold = await clerk.get('transactions.pay', cashSale())
    await only(true)
    const { id } = sold.transaction
    const office = await api.as('owner')
    await office.get('auth.stepUp', {
      body: { method: 'password', purpose: 'till_approval', ref: id, password: castPassword },
    })
    const back = await office.get(
      'transactions.refund',
      keyed({ transaction_id: id, amount: 100, reason: 'お客さま都合' }),
    )
    expect(back.spent_total).toBe(100)
  })

  test('a register that was removed sells nothing more, and still learns what it had sold', async () => {
    const secret = await enrolled(first)
    await only(true)
    const clerk = await api.as('clerk')
    const asked = withDevice(secret, cashSale(first))
    const { transaction } = await clerk.get('transactions.pay', asked)
    const manager = await api.as('manager')
    const { devices } = await manager.get('admin.showStore', { params: { id: store } })
    const params = { id: store, device: devices[0]!.id }
    expect((await (await api.as('clerk')).call('admin.removeDevice', { params })).status).toBe(403)
    expect((await (await api.as('otherManager')).call('admin.removeDevice', { params })).status).toBe(404)
    expect(
      (
        await (
          await api.as('otherManager')
        ).call('admin.removeDevice', { params: { ...params, id: elsewhere.store } })
      ).status,
    ).toBe(404)
    const gone = await manager.get('admin.removeDevice', { params })
    expect(gone.devices).toEqual([])
    expect(gone.changes[0]).toMatchObject({ action: 'store.device_removed', before: { register: 'レジ 01' } })
    await refuses(clerk, 'transactions.pay', withDevice(secret, cashSale(first)))
    expect((await clerk.get('transactions.pay', asked)).transaction.id).toBe(transaction.id)
    // A key that is known answers what was done under it, and nothing else.
    const reused = { ...asked, body: { ...(asked.body as object), amount: 701, tenders: { cash: 701 } } }
    expect(await clerk.refused('transactions.pay', reused)).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
    const scan = { ...asked, body: { token: await codeOf('kyoko'), amount: 300 } }
    await refuses(clerk, 'transactions.pay', scan)
  })

  test('a purchase that is posted is answered wherever it is asked for again', async () => {
    const manager = await api.as('manager')
    const asked = officeAsks(() => api, noPicture)['admin.createBuyback']()
    const bought = await manager.get('admin.createBuyback', asked)
    await only(true)
    expect((await manager.get('admin.createBuyback', asked)).number).toBe(bought.number)
    const again = officeAsks(() => api, noPicture)['admin.createBuyback']()
    await refuses(manager, 'admin.createBuyback', again)
  })

  test('what another process removed is refused by the next act that reads who calls', async () => {
    const secret = await enrolled(first)
    await only(true)
    const clerk = await api.as('clerk')
    await clerk.get('transactions.pay', withDevice(secret, cashSale(first)))
    await api.db.query('delete from register_devices')
    await refuses(
      clerk,
      'transactions.chargeCash',
      withDevice(secret, keyed({ to: await codeOf('kyoko'), amount: 500, cash_tendered: 500 })),
    )
  })
})

test('logging out and the login of a colleague leave the browser the register that it is', async () => {
  const browser = await openBrowser(api.url, 'manager')
  await browser.call('auth.stepUp', {
    body: { method: 'password', purpose: 'store', password: castPassword },
  })
  await browser.call('admin.enrolDevice', enrolAsk(first))
  const secret = browser.cookies['register']
  expect(secret).toHaveLength(43)
  await browser.call('auth.logout', { body: { refresh_token: browser.handle } })
  expect(browser.cookies).toMatchObject({ register: secret })
  expect(browser.cookies).not.toHaveProperty('refresh_token')
  browser.access_token = ''
  const login = await browser.call('auth.login', { body: { credential: 'E0003', password: castPassword } })
  const { token } = login.body as { token: { access_token: string } }
  browser.access_token = token.access_token
  await only(true)
  expect((await browser.call('transactions.pay', cashSale(first))).status).toBeLessThan(300)
})

test('when it was used last is written down now and then, and not for every sale', async () => {
  const secret = await enrolled(first)
  const clerk = await api.as('clerk')
  const used = async () =>
    (await api.db.query<{ at: Date }>('select last_used_at as at from register_devices'))[0]!.at.getTime()
  const before = await used()
  api.clock.stop()
  await clerk.get('transactions.chargeCash', {
    ...withDevice(secret, keyed({ to: await codeOf('kyoko'), amount: 500, cash_tendered: 500 })),
    headers: { Cookie: `register=${secret}`, 'Idempotency-Key': randomUUID() },
  })
  expect(await used()).toBe(before)
  api.clock.forward(3_600_000)
  const again = await api.signIn('clerk')
  await again.get('users.employeeDetails', withDevice(secret))
  expect(await used()).toBe(api.clock.now().getTime())
})
