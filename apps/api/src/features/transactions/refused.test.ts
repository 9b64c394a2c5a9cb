import { randomUUID } from 'node:crypto'
import { serverEvents } from '@shirogane/contract/wire/events'
import { limits } from '@shirogane/contract/rules/limits'
import type { PayBody } from '@shirogane/contract/transactions/pay'
import type { Ask, Caller } from '@shirogane/testkit/calls/caller'
import type { CastName } from '@shirogane/testkit/cast'
import { charge, grantPoints } from '@shirogane/testkit/acts/funds'
import { trust } from '@shirogane/testkit/acts/deferred'
import { connect, type TestSocket } from '@shirogane/testkit/calls/socket'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

let api: TestApi
let clerk: Caller
let hanako: Caller
let phone: TestSocket
const opened: TestSocket[] = []

beforeAll(async () => {
  api = await startApi()
  ;[clerk, hanako] = await Promise.all([api.as('clerk'), api.as('hanako')])
  await charge(api.db, hanako.user_id, 20_000)
  await grantPoints(api.db, hanako.user_id, 50)
})
beforeEach(async () => {
  phone = await listen('hanako')
  return () => opened.splice(0).forEach((socket) => socket.close())
})
afterAll(() => api.close())

async function listen(name: CastName, url = api.url): Promise<TestSocket> {
  const socket = await connect(url, '/transactions', { token: (await api.as(name)).refresh_token })
  opened.push(socket)
  await socket.join()
  return socket
}

const keyed = (body: object, key: string = randomUUID()): Ask => ({
  body,
  headers: { 'Idempotency-Key': key },
})
const codeOf = async (customer = hanako) => (await customer.get('users.token')).token
/** A sale in one step: the code is shown now, and everything is asked for at once. */
const atOnce = async (amount: number, tenders: PayBody['tenders'], more: object = {}) =>
  keyed({ token: await codeOf(), transaction_id: randomUUID(), amount, tenders, ...more })
const spend = (wanted: number) =>
  api.db.query(
    `update ledger.wallets set balance_spent = balance_spent_ceiling - $2,
       balance_spent_on = (ledger.now() at time zone 'Asia/Tokyo')::date + 1 where user_id = $1`,
    [hanako.user_id, wanted],
  )

/** What this socket heard of refusals, once everything that was sent to it before has arrived. */
async function refusals(socket = phone): Promise<unknown[]> {
  await socket.join()
  return socket.events.flatMap(({ name, payload }) => (name === 'purchaseRefused' ? [payload] : []))
}
/** Told behind the register's back, so a moment after its answer. */
const count = async (expected: number, socket = phone) => {
  await expect.poll(async () => (await refusals(socket)).length).toBe(expected)
}

test('the phone whose code was scanned hears what is missing, and nobody else hears anything', async () => {
  const others = await Promise.all(
    (['kyoko', 'clerk', 'manager', 'otherClerk'] as const).map((name) => listen(name)),
  )
  const { balance } = await hanako.get('users.wallet')
  const ask = await atOnce(balance + 1_234, { balance: balance + 1_234 })
  expect(await clerk.refused('transactions.pay', ask)).toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
  const received = serverEvents.purchaseRefused.parse(await phone.received('purchaseRefused'))
  expect(received).toEqual({
    event_id: received.event_id,
    code: 'INSUFFICIENT_BALANCE',
    shortage: 1_234,
    code_held: false,
  })
  for (const other of others) expect(await refusals(other)).toEqual([])
})

test('the sixteen digits lead to the same phone as the square does', async () => {
  const { balance } = await hanako.get('users.wallet')
  const { code } = await hanako.get('users.token')
  const body = { token: code, amount: balance + 1, tenders: { balance: balance + 1 } }
  await clerk.refused('transactions.pay', keyed(body))
  expect(await phone.received('purchaseRefused')).toMatchObject({ shortage: 1 })
})

test('a register that holds the code goes on with it although the phone shows a new one', async () => {
  const { balance } = await hanako.get('users.wallet')
  const { transaction } = await clerk.get('transactions.pay', keyed({ token: await codeOf(), amount: 500 }))
  const complete = (amount: number) =>
    keyed({ transaction_id: transaction.id, amount, tenders: { balance: amount }, status: 'completed' })
  await clerk.refused('transactions.payUpdate', complete(balance + 7))
  expect(await phone.received('purchaseRefused')).toMatchObject({ shortage: 7, code_held: true })

  const fresh = await codeOf()
  // A second try fails as well, and says so for itself.
  await clerk.refused('transactions.payUpdate', complete(balance + 3))
  await count(2)
  expect(await refusals()).toMatchObject([{ shortage: 7 }, { shortage: 3, code_held: true }])
  expect(await clerk.get('transactions.payUpdate', complete(300))).toMatchObject({ status: 'completed' })
  expect(await phone.received('purchaseSuccess')).toMatchObject({ transaction: { spent_total: 300 } })
  await count(2)
  // What the phone shows meanwhile pays the next sale, here or anywhere.
  const next = await (
    await api.as('otherClerk')
  ).get('transactions.pay', keyed({ token: fresh, amount: 500 }))
  expect(next).toMatchObject({ status: 'open', customer: { id: hanako.user_id } })
  await (
    await api.as('otherClerk')
  ).get('transactions.payUpdate', keyed({ transaction_id: next.transaction.id, status: 'cancelled' }))
})

test('a sale in one step that was refused is tried again with the code that is still on the phone', async () => {
  const { balance } = await hanako.get('users.wallet')
  const token = await codeOf()
  const body = (amount: number) => keyed({ token, amount, tenders: { balance: amount } })
  await clerk.refused('transactions.pay', body(balance + 1))
  expect(await phone.received('purchaseRefused')).toMatchObject({ code_held: false })
  expect(await clerk.get('transactions.pay', body(100))).toMatchObject({ status: 'completed' })
})

/** A register asks another process, which has no memory of the first one’s. */
const askThere = (url: string, { body, headers }: Ask) =>
  fetch(`${url}/v1/transactions/pay`, {
    method: 'POST',
    headers: {
      ...headers,
      'Content-Type': 'application/json',
      Authorization: `Bearer ${clerk.access_token}`,
    },
    body: JSON.stringify(body),
  })

test('an answer that is given again is told to nobody a second time, at this server or another', async () => {
  const there = await startApi({ db: api.db })
  const { point_balance: held } = await hanako.get('users.wallet')
  const ask = await atOnce(held + 5, { points: held + 5 })
  await Promise.all([clerk, clerk, clerk].map((caller) => caller.refused('transactions.pay', ask)))
  await count(1)
  const phoneThere = await listen('hanako', there.url)
  expect((await askThere(there.url, ask)).status).toBe(422)
  // The next refusal is told, so one before it would have been heard by now.
  const body = { token: await codeOf(), amount: held + 6, tenders: { points: held + 6 } }
  await askThere(there.url, keyed(body))
  await count(1, phoneThere)
  const [[first], [next]] = [await refusals(), await refusals(phoneThere)]
  expect(next).toMatchObject({ code: 'INSUFFICIENT_POINT' })
  expect(next).not.toEqual(first)
  await count(1)
  await there.close()
})

test('a large payment that is refused before its customer is asked is told once, however often it is sent', async () => {
  await charge(api.db, hanako.user_id, 12_000)
  const { balance } = await hanako.get('users.wallet')
  const ask = await atOnce(balance + 9, { balance: balance + 9 })
  for (let sent = 0; sent < 3; sent += 1) await clerk.refused('transactions.pay', ask)
  await count(1)
  expect(await refusals()).toMatchObject([{ code: 'INSUFFICIENT_BALANCE', shortage: 9 }])
  // Another process does not know that it was told: the phone does, by the name of the event.
  const there = await startApi({ db: api.db })
  const phoneThere = await listen('hanako', there.url)
  for (let sent = 0; sent < 2; sent += 1) await askThere(there.url, ask)
  await count(1, phoneThere)
  expect(await refusals(phoneThere)).toEqual(await refusals())
  await there.close()
})

test('several processes reach the phone wherever it hangs', async () => {
  const env = { SOCKET_ADAPTER: 'postgres' }
  const [here, there] = [await startApi({ env, db: api.db }), await startApi({ env, db: api.db })]
  const socket = await listen('hanako', there.url)
  const { balance } = await hanako.get('users.wallet')
  const body = { token: await codeOf(), amount: balance + 2, tenders: { balance: balance + 2 } }
  await askThere(here.url, keyed(body))
  expect(await socket.received('purchaseRefused')).toMatchObject({ shortage: 2 })
  await Promise.all([here.close(), there.close()])
})

describe('what else a customer may know of themself', () => {
  test('is named without any figure: points, what one payment and one day may take, and what they may owe', async () => {
    await charge(api.db, hanako.user_id, limits.payOnceMax + 1)
    const { point_balance } = await hanako.get('users.wallet')
    let notified = 0
    // Each is told by itself, so the next one would overtake it now and then.
    const refused = async (asked: Ask) => {
      await clerk.refused('transactions.pay', asked)
      notified += 1
      await count(notified)
    }
    const later = (amount: number) => atOnce(amount, { later: amount })
    await refused(await atOnce(point_balance + 1, { points: point_balance + 1 }))
    const once = limits.payOnceMax + 1
    await refused(await atOnce(once, { balance: once }))
    await spend(10)
    await refused(await atOnce(11, { balance: 11 }))
    await spend(limits.payOnceMax)
    await refused(await later(1_000))
    await trust(api.db, hanako.user_id, 5_000)
    await refused(await later(5_001))
    expect(await refusals()).toMatchObject(
      ['INSUFFICIENT_POINT', 'PAY_LIMIT_ONCE', 'PAY_LIMIT_DAY', 'LATER_UNAVAILABLE', 'DEFERRED_LIMIT'].map(
        (code) => ({ code, shortage: null }),
      ),
    )
  })
})

describe('what is between the shop and its register', () => {
  test('stays there: codes, bills, stock, other people’s words and whoever stands at the register', async () => {
    const silent = async (code: string, asked: Ask, by = clerk) =>
      expect(await by.refused('transactions.pay', asked)).toMatchObject({ code })
    await silent('TENDERS_MISMATCH', await atOnce(700, { cash: 699 }))
    await silent('TOTAL_CHANGED', await atOnce(700, { cash: 700 }, { expected_total: 699 }))
    const unsigned = { later: { approval_id: randomUUID() } }
    await silent('DEFERRED_SIGNATURE', await atOnce(700, { cash: 600, later: 100 }, unsigned))
    const [item] = await api.db.query<{ id: string; price: number }>(
      `select id, price from skus where sku = 'CG001'`,
    )
    const items = [{ sku_id: item!.id, quantity: 999 }]
    const all = { token: await codeOf(), items, tenders: { cash: item!.price * 999 } }
    await silent('STOCK_SHORTAGE', keyed(all))
    const old = { token: await codeOf(), amount: 999_999, tenders: { balance: 999_999 } }
    await api.db.query(
      `update ledger.pay_codes set expires_at = ledger.now()
       where user_id = $1 and state = 'live' and expires_at > ledger.now()`,
      [hanako.user_id],
    )
    await silent('QR_EXPIRED', keyed(old))
    await api.db.query(
      `update employees set own_customer_id = $1 where user_id = (select user_id from employees where number = 'E0005')`,
      [hanako.user_id],
    )
    const dealing = await atOnce(999_999, { balance: 999_999 })
    await silent('SELF_DEALING', dealing, await api.as('otherClerk'))

    // The next one that is theirs is told, so any before it would have been heard by now.
    const { point_balance } = await hanako.get('users.wallet')
    const points = point_balance + 1
    await clerk.refused('transactions.pay', await atOnce(points, { points }))
    await count(1)
    expect(await refusals()).toMatchObject([{ code: 'INSUFFICIENT_POINT' }])
  })

  test('and a stopped customer, whose phone is signed out at that moment, hears nothing of any payment', async () => {
    const kyoko = await api.as('kyoko')
    const socket = await listen('kyoko')
    const { token } = await kyoko.get('users.token')
    await api.db.query('update users set suspended_at = now() where id = $1', [kyoko.user_id])
    try {
      await expect.poll(() => socket.socket.connected).toBe(false)
      const body = { token, amount: 99_999, tenders: { balance: 99_999 } }
      expect(await clerk.refused('transactions.pay', keyed(body))).toMatchObject({
        code: 'CUSTOMER_SUSPENDED',
      })
      expect(socket.events.map(({ name }) => name)).not.toContain('purchaseRefused')
    } finally {
      await api.db.query('update users set suspended_at = null where id = $1', [kyoko.user_id])
    }
  })
})
