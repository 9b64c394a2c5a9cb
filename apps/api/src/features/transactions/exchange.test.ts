import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Caller } from '@shirogane/testkit/calls/caller'
import { fingerprint } from '@shirogane/testkit/asks/fingerprint'
import { charge } from '@shirogane/testkit/acts/funds'
import { sell } from '@shirogane/testkit/acts/sale'
import { connect } from '@shirogane/testkit/calls/socket'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { forgetDirectory } from './index.ts'

let api: TestApi
let clerk: Caller
let manager: Caller
let hanako: Caller
beforeAll(async () => {
  api = await startApi()
  ;[clerk, manager, hanako] = await Promise.all([api.as('clerk'), api.as('manager'), api.as('hanako')])
})
afterAll(() => api.close())
// The books balance after every test, refused or not.
afterEach(async () => {
  const findings = await api.db.query('select * from ledger.audit()')
  if (findings.length > 0) throw new Error(`the books do not balance: ${JSON.stringify(findings)}`)
})

const skuOf = async (sku: string) =>
  (await api.db.query<{ id: string; price: number }>('select id, price from skus where sku = $1', [sku]))[0]!
/** A necklace, sold by the clerk, so that the manager gives back what is not their own. */
const sold = async (tenders: object, to: Caller | null = null) => {
  const { id } = await skuOf('NC001-45')
  return (await sell(clerk, to, { items: [{ sku_id: id, quantity: 1 }], tenders } as never)).transaction
}
const ask = async (
  transaction_id: string,
  tenders: object,
  more: { sale?: object; cash_handed?: number } = {},
) => ({
  give_back: { transaction_id, items: [{ line: 1, quantity: 1 }], reason: 'サイズ違い' },
  sale: { items: [{ sku_id: (await skuOf('PD001')).id, quantity: 1 }], tenders, ...more.sale },
  ...(more.cash_handed !== undefined && { cash_handed: more.cash_handed }),
})
const swap = (body: object, key: string = randomUUID(), by = manager) =>
  by.call('transactions.exchange', { body, headers: { 'Idempotency-Key': key } })
type Done = {
  refund: { id: string; number: string }
  sale: { id: string; number: string }
  cash: number
  change: number
}
const drawer = async () => (await clerk.get('admin.day', { query: {} })).cash.expected
const shelf = async (sku: string) =>
  (
    await api.db.query<{ n: number }>(
      `select l.shelf::int as n from ledger.stock_levels l join skus k on k.id = l.sku_id join stores s on s.id = l.store_id
       where k.sku = $1 and s.code = 'KNZ1'`,
      [sku],
    )
  )[0]!.n

test('articles go back and others leave in one act: the customer pays the difference, and each half names the other', async () => {
  const [old, next] = [await skuOf('NC001-45'), await skuOf('PD001')]
  const sale = await sold({ cash: old.price })
  const before = { drawer: await drawer(), old: await shelf('NC001-45'), next: await shelf('PD001') }
  const more = next.price - old.price
  const { status, body } = await swap(await ask(sale.id, { cash: next.price }, { cash_handed: more + 150 }))
  expect(status).toBe(200)
  const done = body as Done
  expect(done).toMatchObject({
    cash: more,
    change: 150,
    sale: { spent_total: next.price, status: 'completed' },
  })
  expect(await drawer()).toBe(before.drawer + more)
  expect([await shelf('NC001-45'), await shelf('PD001')]).toEqual([before.old + 1, before.next - 1])
  const exchangeOf = async (id: string) =>
    (await clerk.get('transactions.details', { params: { id } })).till?.exchange
  expect(await exchangeOf(done.refund.id)).toEqual({ id: done.sale.id, number: done.sale.number })
  expect(await exchangeOf(done.sale.id)).toEqual({ id: done.refund.id, number: done.refund.number })
  expect(await exchangeOf(sale.id)).toBeNull()
})

test('what is refused of the sale leaves everything where it was, and the same key does it once it can be done', async () => {
  const old = await skuOf('NC001-45')
  const next = await skuOf('PD001')
  const sale = await sold({ cash: old.price })
  const before = await fingerprint(api.db)
  const key = randomUUID()
  const tries = [
    [await ask(sale.id, { cash: next.price }, { cash_handed: 1 }), 'TENDERED_SHORT'],
    [await ask(sale.id, { cash: next.price - 1 }), 'TENDERS_MISMATCH'],
    [await ask(sale.id, { balance: next.price }), 'MEMBER_REQUIRED'],
    [
      await ask(
        sale.id,
        { cash: next.price * 999 },
        {
          sale: { items: [{ sku_id: next.id, quantity: 999 }] },
          cash_handed: next.price * 999,
        },
      ),
      'STOCK_SHORTAGE',
    ],
  ] as const
  for (const [body, code] of tries) {
    const reply = await swap(body, key)
    expect([(reply.body as { code: string }).code, reply.status >= 400]).toEqual([code, true])
    expect(await fingerprint(api.db)).toBe(before)
  }
  const done = await swap(await ask(sale.id, { cash: next.price }, { cash_handed: next.price }), key)
  expect(done.status).toBe(200)
})

test('balance that comes back buys the other at once, and the code is the member’s confirmation', async () => {
  const [old, next] = [await skuOf('NC001-45'), await skuOf('PD001')]
  await charge(api.db, hanako.user_id, old.price)
  const sale = await sold({ balance: old.price }, hanako)
  const had = (await hanako.get('users.wallet')).balance
  const token = (await hanako.get('users.token')).token
  const { status, body } = await swap(
    await ask(
      sale.id,
      { balance: old.price, cash: next.price - old.price },
      {
        sale: { token },
        cash_handed: next.price - old.price,
      },
    ),
  )
  expect([status, (body as Done).cash]).toEqual([200, next.price - old.price])
  expect((await hanako.get('users.wallet')).balance).toBe(had)
})

test('an exchange that the member’s points do not carry moves nothing, and their phone is told so once', async () => {
  const phone = await connect(api.url, '/transactions', { token: hanako.refresh_token })
  await phone.join()
  const [old, next] = [await skuOf('NC001-45'), await skuOf('PD001')]
  const sale = await sold({ cash: old.price })
  const { token } = await hanako.get('users.token')
  const points = (await hanako.get('users.wallet')).point_balance + 1
  const more = { sale: { token }, cash_handed: next.price }
  const body = await ask(sale.id, { points, cash: next.price - points }, more)
  const [before, key] = [await fingerprint(api.db), randomUUID()]
  for (let sent = 0; sent < 2; sent += 1) {
    const reply = await swap(body, key)
    expect([reply.status, (reply.body as { code: string }).code]).toEqual([422, 'INSUFFICIENT_POINT'])
  }
  expect(await fingerprint(api.db)).toBe(before)
  await phone.received('purchaseRefused')
  // What follows on the same line has come, and no second approval before it.
  await phone.join()
  const notified = phone.events.filter(({ name }) => name === 'purchaseRefused')
  expect(notified).toMatchObject([{ payload: { code: 'INSUFFICIENT_POINT', shortage: null } }])
  phone.close()
})

test('the same act asked for by many at a time happens once, and two for one piece give it back once', async () => {
  const [old, next] = [await skuOf('NC001-45'), await skuOf('PD001')]
  const sale = await sold({ cash: old.price })
  const before = await shelf('PD001')
  const body = await ask(sale.id, { cash: next.price }, { cash_handed: next.price })
  const key = randomUUID()
  const same = await Promise.all(Array.from({ length: 6 }, () => swap(body, key)))
  expect(same.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
  expect(new Set(same.map((reply) => (reply.body as Done).sale.id)).size).toBe(1)
  const again = await sold({ cash: old.price })
  const rivals = await Promise.all(
    Array.from({ length: 4 }, async () =>
      swap(await ask(again.id, { cash: next.price }, { cash_handed: next.price })),
    ),
  )
  expect(rivals.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await shelf('PD001')).toBe(before - 2)
})

test('a return and a sale that were no one act are no exchange, whoever writes it', async () => {
  const sale = await sold({ cash: (await skuOf('NC001-45')).price })
  const { id } = await manager.get('transactions.refund', {
    body: { transaction_id: sale.id, reason: 'サイズ違い' },
    headers: { 'Idempotency-Key': randomUUID() },
  })
  const other = await sold({ cash: (await skuOf('NC001-45')).price })
  await expect(
    api.db.query('insert into exchanges (refund_id, sale_id) values ($1, $2)', [id, other.id]),
  ).rejects.toThrow(/are no exchange/)
})

test('a large part from the wallet is asked for on the phone, which no exchange can wait for', async () => {
  const [old, next] = [await skuOf('NC001-45'), await skuOf('PD001')]
  const sale = await sold({ cash: old.price })
  await api.db.query(`insert into settings (key, value) values ('pay.confirm_over', '1000')`)
  forgetDirectory(api.server.context)
  const { token } = await hanako.get('users.token')
  const body = await ask(
    sale.id,
    { balance: 1_001, cash: next.price - 1_001 },
    { sale: { token }, cash_handed: next.price },
  )
  expect(await swap(body)).toMatchObject({
    status: 422,
    body: {
      code: 'EXCHANGE_CONFIRM',
      message: expect.stringContaining('1,000円を超えるため、交換ではなく、返品と会計を別々に'),
    },
  })
  await api.db.query(`delete from settings where key = 'pay.confirm_over'`)
  forgetDirectory(api.server.context)
})

test('sales of both articles beside it wait for no exchange in a circle', async () => {
  const deadlocks = async () => {
    // A backend tells its counts at most once a second.
    await pause(1_100)
    return (
      await api.db.query<{ n: number }>(
        'select deadlocks::int as n from pg_stat_database where datname = current_database()',
      )
    )[0]!.n
  }
  const [necklace, pendant] = [await skuOf('NC001-45'), await skuOf('PD001')]
  const [first, second] = necklace.id < pendant.id ? [necklace, pendant] : [pendant, necklace]
  await api.db.query(`update stores set stock_below_zero = true where code = 'KNZ1'`)
  const before = await deadlocks()
  for (let round = 0; round < 8; round += 1) {
    // What comes back is the article that sales take hold of last, and what leaves is the one they take first.
    const { transaction } = await sell(clerk, null, {
      items: [{ sku_id: second.id, quantity: 1 }],
      tenders: { cash: second.price },
    } as never)
    const exchange = {
      give_back: { transaction_id: transaction.id, items: [{ line: 1, quantity: 1 }], reason: 'サイズ違い' },
      sale: { items: [{ sku_id: first.id, quantity: 1 }], tenders: { cash: first.price } },
      cash_handed: first.price,
    }
    const both = {
      items: [first, second].map(({ id }) => ({ sku_id: id, quantity: 1 })),
      tenders: { cash: first.price + second.price },
    }
    const [swapped] = await Promise.all([
      swap(exchange),
      ...Array.from({ length: 6 }, async (_, index) => {
        await pause(index * 3)
        await sell(clerk, null, both as never)
      }),
    ])
    expect(swapped.status).toBe(200)
  }
  expect((await deadlocks()) - before).toBe(0)
})
