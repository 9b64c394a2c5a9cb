// A request whose answer was lost: the same key gets the first answer, even after settings have changed since.
import { randomUUID } from 'node:crypto'
import { type Caller, caller, type Reply } from '@shirogane/testkit/calls/caller'
import { fingerprint } from '@shirogane/testkit/asks/fingerprint'
import { charge } from '@shirogane/testkit/acts/funds'
import { trust } from '@shirogane/testkit/acts/deferred'
import { sell } from '@shirogane/testkit/acts/sale'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { forgetDirectory } from './index.ts'

let api: TestApi
let clerk: Caller
let manager: Caller
let hanako: Caller
let ring: { id: string; price: number }
beforeAll(async () => {
  api = await startApi()
  ;[clerk, manager, hanako] = [await api.as('clerk'), await api.as('manager'), await api.as('hanako')]
  ;[ring] = (await api.db.query<typeof ring>(`select id, price from skus where sku = 'RG001-11'`)) as [
    typeof ring,
  ]
})
afterEach(() => setRing({ price: ring.price, active: true }))
afterAll(() => api.close())

/** As head office changes an article; the change holds for every later request. */
async function setRing({ price, active }: { price: number; active: boolean }): Promise<void> {
  await api.db.query('update skus set price = $2, active = $3 where id = $1', [ring.id, price, active])
  forgetDirectory(api.server.context)
}

const keyed = (body: object) => ({ body, headers: { 'Idempotency-Key': randomUUID() } })
const isReplay = ({ headers }: Reply): boolean => headers.get('Idempotency-Replayed') === 'true'

/** The same once more, moving nothing. */
async function again(name: 'transactions.pay' | 'transactions.payUpdate', ask: object): Promise<Reply> {
  const before = await fingerprint(api.db)
  const reply = await clerk.call(name, ask)
  expect(await fingerprint(api.db)).toBe(before)
  expect(isReplay(reply)).toBe(true)
  return reply
}

/** Waits until one call of this function is blocked by a lock that another call holds. */
async function waitsAt(called: string): Promise<void> {
  await expect
    .poll(
      () =>
        api.db.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and strpos(query, $1) > 0`,
          [called],
        ),
      { timeout: 20_000 },
    )
    .toHaveLength(1)
}

const dearer = () => setRing({ price: ring.price + 100, active: true })
const offSale = () => setRing({ price: ring.price, active: false })
const oneRing = () => ({ items: [{ sku_id: ring.id, quantity: 1 }], tenders: { cash: ring.price } })

test.each([
  ['the price has risen, which the till names', dearer, () => ({ expected_total: ring.price })],
  ['the price has risen, and the tenders no longer make it', dearer, () => ({})],
  ['the article is off sale', offSale, () => ({})],
])('a sale is answered as it was where since then %s', async (_, change, more) => {
  const ask = keyed({ ...oneRing(), ...more() })
  const first = await clerk.call('transactions.pay', ask)
  expect(first.status).toBe(200)
  expect(isReplay(first)).toBe(false)
  await change()
  const second = await again('transactions.pay', ask)
  expect(second.status).toBe(200)
  expect(second.body).toEqual(first.body)
  const other = { ...ask, body: { ...ask.body, note: 'ほかの会計' } }
  expect(await clerk.refused('transactions.pay', other)).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
})

test('a member’s sale from their balance is answered as it was, with the wallet of then', async () => {
  await charge(api.db, hanako.user_id, ring.price)
  const { token } = await hanako.get('users.token')
  const { items } = oneRing()
  const { transaction } = await clerk.get('transactions.pay', { body: { token, items } })
  const balance = Math.min(ring.price, 10_000)
  const ask = keyed({
    transaction_id: transaction.id,
    items,
    tenders: { balance, cash: ring.price - balance },
    expected_total: ring.price,
  })
  const first = await clerk.call('transactions.payUpdate', ask)
  expect(first.status).toBe(200)
  await charge(api.db, hanako.user_id, 1)
  await dearer()
  expect((await again('transactions.payUpdate', ask)).body).toEqual(first.body)
})

test('a bill that has changed says what it comes to now', async () => {
  await dearer()
  const refused = await clerk.refused('transactions.pay', keyed({ ...oneRing(), expected_total: ring.price }))
  expect(refused).toMatchObject({
    code: 'TOTAL_CHANGED',
    fields: { expected_total: `現在の合計は¥${(ring.price + 100).toLocaleString('ja-JP')}です。` },
  })
})

test('a sale that was taken back since is answered as it was', async () => {
  const ask = keyed({ amount: 700, tenders: { cash: 700 } })
  const first = await clerk.call('transactions.pay', ask)
  const { transaction } = first.body as { transaction: { id: string; items: { line: number }[] } }
  await manager.get('transactions.refund', keyed({ transaction_id: transaction.id, reason: 'customer' }))
  expect((await again('transactions.pay', ask)).body).toEqual(first.body)
})

test('a sale whose tenders were put right since is answered as it was, on sale or not', async () => {
  const ask = keyed(oneRing())
  const first = await clerk.call('transactions.pay', ask)
  const { transaction } = first.body as { transaction: { id: string } }
  const correction = { tenders: { cash: 0, card: ring.price }, reason: 'カードでのお支払いでした' }
  await manager.get('transactions.payUpdate', keyed({ transaction_id: transaction.id, correction }))
  expect((await again('transactions.pay', ask)).body).toEqual(first.body)
  await offSale()
  expect((await again('transactions.pay', ask)).body).toEqual(first.body)
})

test('while the first request is under way the same once more waits for it, although it would be refused by now', async () => {
  const kyoko = await api.as('kyoko')
  const { token } = await kyoko.get('users.token')
  const ask = keyed({ ...oneRing(), token })
  const holding = new pg.Client({ connectionString: api.db.url })
  await holding.connect()
  await holding.query('begin')
  await holding.query('select from ledger.pay_codes where user_id = $1 for update', [kyoko.user_id])
  const first = clerk.call('transactions.pay', ask)
  const other = await startApi({ db: api.db })
  const elsewhere = caller({ url: other.url, access_token: clerk.access_token! })
  try {
    await waitsAt('ledger.post_sales(')
    await offSale()
    const asked = [clerk.call('transactions.pay', ask), elsewhere.call('transactions.pay', ask)]
    await waitsAt('ledger.first_answer(')
    await holding.query('commit')
    for (const reply of await Promise.all(asked)) {
      expect(reply).toMatchObject({ status: 200, body: (await first).body as object })
      expect(isReplay(reply)).toBe(true)
    }
    expect((await first).status).toBe(200)
  } finally {
    await holding.end()
    await other.close()
  }
})

test('what a member owes is told again', async () => {
  await trust(api.db, hanako.user_id)
  await sell(clerk, hanako, { amount: 1_000, tenders: { later: 1_000 } })
  const { token } = await hanako.get('users.token')
  const ask = keyed({ token, amount: 500, tenders: { cash: 500 } })
  const first = await clerk.call('transactions.pay', ask)
  expect(first.body).toMatchObject({ customer: { later_total: 1_000 } })
  expect((await again('transactions.pay', ask)).body).toEqual(first.body)
})

test('a refusal that is told again says so, also where by now something else would be refused first', async () => {
  const { token } = await hanako.get('users.token')
  const ask = keyed({ ...oneRing(), token, tenders: { points: ring.price } })
  const first = await clerk.call('transactions.pay', ask)
  expect(first).toMatchObject({ status: 422, body: { code: 'INSUFFICIENT_POINT' } })
  expect(isReplay(first)).toBe(false)
  await dearer()
  const { request_id: _, ...said } = first.body as { request_id: string }
  expect((await again('transactions.pay', ask)).body).toMatchObject(said)
})
