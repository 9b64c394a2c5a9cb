import { noTenders } from '@shirogane/domain/sales/tenders'
import { randomUUID } from 'node:crypto'
import { type Caller, caller, type Output } from '@shirogane/testkit/calls/caller'
import { charge, grantPoints } from '@shirogane/testkit/acts/funds'
import { sell } from '@shirogane/testkit/acts/sale'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../db/sql.ts'
import { listOwn } from './history/list-store.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

describe('the list', () => {
  test('shows the newest first, each movement once, with its lines, whatever the size of a page', async () => {
    const hanako = await api.as('hanako')
    const { items: whole, total } = await hanako.get('transactions.list', { query: { limit: 100 } })
    expect(whole).toHaveLength(total)
    const ids: string[] = []
    for (let page: number | null = 1; page !== null;) {
      const answer: Output<'transactions.list'> = await hanako.get('transactions.list', {
        query: { page, limit: 3 },
      })
      ids.push(...answer.items.map(({ id }) => id))
      page = answer.next_page
    }
    expect(ids).toEqual(whole.map(({ id }) => id))
    const times = whole.map(({ completed_at }) => completed_at ?? '')
    expect(times).toEqual([...times].sort().reverse())
    for (const transaction of whole.filter(({ type }) => type === undefined)) {
      expect(transaction.items.reduce((sum, { subtotal }) => sum + subtotal, 0)).toBe(transaction.spent_total)
      expect(Object.values(transaction.tenders).reduce((sum = 0, tender = 0) => sum + tender, 0)).toBe(
        transaction.spent_total,
      )
    }
  })

  test('sorts by kind', async () => {
    const kyoko = await api.as('kyoko')
    await charge(api.db, kyoko.user_id, 1_000)
    await grantPoints(api.db, kyoko.user_id, 10)
    await sell(await api.as('clerk'), kyoko, { amount: 1_100, tenders: { cash: 1_100 } })
    const types = async (filter: string) =>
      new Set(
        (await kyoko.get('transactions.list', { query: { filter, limit: 100 } })).items.map(
          ({ type }) => type,
        ),
      )
    expect(await types('payment')).toEqual(new Set([undefined]))
    expect(await types('charge')).toEqual(new Set(['charge']))
    expect(
      [...(await types('point'))].every((type) =>
        ['grant', 'convert', 'transfer', 'expire', 'adjustment'].includes(type ?? ''),
      ),
    ).toBe(true)
    const received = await kyoko.get('transactions.list', { query: { filter: 'reward', limit: 100 } })
    expect(
      received.items.every(
        ({ type, received_wallet }) => type === 'reward' || (type === 'grant' && received_wallet > 0),
      ),
    ).toBe(true)
    expect(await types('later')).toEqual(new Set())
    expect(await types('payout')).toEqual(new Set(['payout']))
  })

  test('counts exactly to ten thousand and then no further, and its deep pages go on without a gap', async () => {
    const yoko = await api.as('yoko')
    // Movements alone, as many as no member ever has: what is tested is the list and not the books.
    await api.db.query('alter table ledger.movements disable trigger user')
    await api.db.query(
      `insert into ledger.movements (id, number, kind, customer_id, business_date, received_paid, opened_at, completed_at)
       select gen_random_uuid(), 'T' || n, 'charge', $1, current_date, 1, at, at
       from (select n, now() + n * interval '1 second' as at from generate_series(1, 10050) n) numbers`,
      [yoko.user_id],
    )
    await api.db.query('alter table ledger.movements enable trigger user')
    const seen = new Set<string>()
    let last = ''
    for (let page = 1; page <= 60; page += 1) {
      const answer = await yoko.get('transactions.list', { query: { page, limit: 100 } })
      expect(answer).toMatchObject({ total: 10_000, total_capped: true, next_page: page + 1 })
      for (const { id, completed_at } of answer.items) {
        expect(seen.has(id)).toBe(false)
        expect(last === '' || (completed_at ?? '') < last).toBe(true)
        seen.add(id)
        last = completed_at ?? ''
      }
    }
    expect(seen.size).toBe(6_000)
    // Opened in the middle, without having turned the pages before.
    const [middle] = (await yoko.get('transactions.list', { query: { page: 4_001, limit: 2 } })).items
    expect(middle?.number).toBe('T2050')
    expect((await yoko.get('transactions.list', { query: { page: 900_000, limit: 100 } })).items).toEqual([])
  })

  test('leaves nothing out where a deep page was looked at before something new came', async () => {
    const takasaki = await api.as('takasaki')
    const there = await startApi({ db: api.db })
    const { access_token, refresh_token, user_id } = takasaki
    const elsewhere = caller({
      url: there.url,
      user_id,
      access_token: access_token ?? '',
      refresh_token: refresh_token ?? '',
    })
    for (let n = 1; n <= 24; n += 1) await charge(api.db, user_id, n)
    const page = async (by: Caller, number: number) =>
      (await by.get('transactions.list', { query: { page: number, limit: 1 } })).items.map(({ id }) => id)
    for (let number = 1; number <= 21; number += 1) await page(takasaki, number)
    await charge(api.db, user_id, 100)
    const { items } = await takasaki.get('transactions.list', { query: { limit: 100 } })
    // Each call may come to another process.
    const turned = [await page(elsewhere, 19), await page(takasaki, 20), await page(elsewhere, 21)]
    expect(turned.flat()).toEqual(items.slice(18, 21).map(({ id }) => id))
    await there.close()
  })

  test('leaves nothing out on its deep pages of what came at one moment, and finds it by the index', async () => {
    const kyoko = await api.as('kyoko')
    const { items: before } = await kyoko.get('transactions.list', { query: { limit: 100 } })
    await api.db.query('alter table ledger.movements disable trigger user')
    await api.db.query(
      `insert into ledger.movements (id, number, kind, customer_id, business_date, received_paid, opened_at, completed_at)
       select gen_random_uuid(), 'S' || n, 'charge', $1, current_date, 1, at, at
       from (select n, timestamptz '2026-01-05 01:02:03.123456Z' as at from generate_series(1, 90) n) numbers`,
      [kyoko.user_id],
    )
    await api.db.query('alter table ledger.movements enable trigger user')
    const seen: string[] = []
    for (let page: number | null = 1; page !== null;) {
      const answer: Output<'transactions.list'> = await kyoko.get('transactions.list', {
        query: { page, limit: 3 },
      })
      seen.push(...answer.items.map(({ id }) => id))
      page = answer.next_page
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toHaveLength(before.length + 90)

    await api.db.query('analyze ledger.transactions')
    const plans: string[] = []
    const explaining = {
      rows: async (text: string, values: readonly unknown[] = []) => {
        const rows = await api.db.query(`explain ${text}`, [...values])
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
        return []
      },
    } as unknown as Db
    const narrowing = { filter: 'all' } as const
    await listOwn(explaining, { customerId: kyoko.user_id, narrowing, after: seen[60]!, skip: 0, limit: 4 })
    expect(plans[0]).toMatch(
      /Index Scan using movements_of_customer[\s\S]*Index Cond: .*ROW\(completed_at, id\)/,
    )
    // What corrections say of a sale is sorted by itself.
    expect(plans[0]).not.toMatch(/Sort Key: (?!k\.)/)
  })

  test('keeps away whoever is not verified', async () => {
    expect(await (await api.as('taro')).refused('transactions.list')).toMatchObject({
      status: 403,
      code: 'NOT_VERIFIED',
    })
  })
})

describe('a list that is narrowed', () => {
  /** A member of the seed, with sixty days of movements; no test in this file adds to them. */
  const member = () => api.as('takasaki')
  type Item = Output<'transactions.list'>['items'][number]
  const all = async () => (await (await member()).get('transactions.list', { query: { limit: 100 } })).items
  const narrowed = async (query: Record<string, string | number>) =>
    (await (await member()).get('transactions.list', { query: { limit: 100, ...query } })).items
  const dayOf = ({ completed_at }: Item) =>
    new Date(Date.parse(completed_at ?? '') + 9 * 3_600_000).toISOString().slice(0, 10)
  const amountOf = ({ spent_total, received_wallet }: Item) => Math.max(spent_total, received_wallet)
  const ids = (items: readonly Item[]) => items.map(({ id }) => id)

  test('holds the days of Japan from the first to the last, both included', async () => {
    const whole = await all()
    const day = dayOf(whole[Math.floor(whole.length / 2)]!)
    expect(ids(await narrowed({ from: day, to: day }))).toEqual(
      ids(whole.filter((item) => dayOf(item) === day)),
    )
    expect(ids(await narrowed({ from: day }))).toEqual(ids(whole.filter((item) => dayOf(item) >= day)))
    expect(ids(await narrowed({ to: day }))).toEqual(ids(whole.filter((item) => dayOf(item) <= day)))
  })

  test('holds the movements of one shop, and those between two amounts of yen', async () => {
    const whole = await all()
    const { items: shops } = await (await member()).get('transactions.stores')
    expect(shops.map(({ code }) => code)).toEqual(['DMY1', 'KNZ1', 'KRM1'])
    for (const { id } of shops) {
      expect(ids(await narrowed({ store_id: id }))).toEqual(
        ids(whole.filter(({ store }) => store?.id === id)),
      )
    }
    const [middle = 0] = whole
      .map(amountOf)
      .toSorted((a, b) => b - a)
      .slice(3)
    expect(middle).toBeGreaterThan(0)
    expect(ids(await narrowed({ amount_min: middle }))).toEqual(
      ids(whole.filter((item) => amountOf(item) >= middle)),
    )
    expect(ids(await narrowed({ amount_max: middle, filter: 'payment' }))).toEqual(
      ids(whole.filter((item) => item.type === undefined && amountOf(item) <= middle)),
    )
  })

  test('counts what it holds, so that a screen can say how much there is before it shows it', async () => {
    const shown = await narrowed({ filter: 'payment', amount_min: 1 })
    const one = await (
      await member()
    ).get('transactions.list', { query: { filter: 'payment', amount_min: 1, limit: 1 } })
    expect(one).toMatchObject({ total: shown.length, total_capped: false })
    expect(one.months).toBeUndefined()
  })

  test('of everybody is empty for a shop that is none, and refuses a period or amounts the wrong way round', async () => {
    const hanako = await api.as('hanako')
    expect(await narrowed({ store_id: randomUUID() })).toEqual([])
    for (const [query, field, sentence] of [
      [{ from: '2026-11-02', to: '2026-11-01' }, 'to', '開始日は終了日より前にしてください。'],
      [{ amount_min: 2, amount_max: 1 }, 'amount_max', '下限は上限以下の金額にしてください。'],
      [{ from: '2026-02-30' }, 'from', '入力の形式が正しくありません。'],
      [{ store_id: 'x' }, 'store_id', '入力の形式が正しくありません。'],
    ] as const) {
      const refusal = await hanako.refused('transactions.list', { query })
      expect(refusal).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' })
      expect(refusal.fields).toEqual({ [field]: sentence })
    }
  })

  test('sums whole months however little of them a page shows, and the ledger agrees', async () => {
    const customer = await member()
    const whole = await all()
    const monthsOf = async (query: Record<string, string | number>) =>
      (await customer.get('transactions.list', { query: { with: 'months', ...query } })).months ?? []
    const months = await monthsOf({ limit: 100 })
    expect(months.length).toBeGreaterThan(1)
    for (const { month, paid, earned } of months) {
      const rows = whole.filter((item) => dayOf(item).startsWith(month) && item.status !== 'deleted')
      const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
      expect({ month, paid }).toEqual({
        month,
        paid: sum(
          rows
            .filter(({ type }) => type === undefined)
            .map(({ spent_total, refunded_total }) => spent_total - refunded_total),
        ),
      })
      expect({ month, earned }).toEqual({
        month,
        earned: sum(
          rows
            .filter(({ type }) => type === undefined || ['grant', 'transfer', 'reward'].includes(type))
            .map(({ received_point_total }) => received_point_total),
        ),
      })
    }
    expect(await monthsOf({ limit: 1 })).toEqual(months.slice(0, 1))
    const [newest] = whole
    const shop = newest?.store?.id ?? ''
    const [ofShop] = await monthsOf({ limit: 1, store_id: shop, filter: 'payment' })
    expect(ofShop?.paid).toBe(
      whole
        .filter(
          (item) =>
            item.type === undefined &&
            item.status !== 'deleted' &&
            item.store?.id === shop &&
            dayOf(item).startsWith(ofShop?.month ?? '-'),
        )
        .reduce((sum, item) => sum + item.spent_total - item.refunded_total, 0),
    )
    const { points_earned_this_month } = await customer.get('users.wallet')
    const thisMonth = new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 7)
    expect(months.find(({ month }) => month === thisMonth)?.earned ?? 0).toBe(points_earned_this_month)
  })
})

describe('the details', () => {
  test('are those of the register’s answer, for the customer and for the staff of the store', async () => {
    const hanako = await api.as('hanako')
    const { transaction } = await sell(await api.as('clerk'), hanako, {
      amount: 5_500,
      tenders: { balance: 3_000, points: 500, cash: 2_000 },
      cash_tendered: 5_000,
    })
    expect(transaction).toMatchObject({
      status: 'completed',
      spent_total: 5_500,
      tenders: { ...noTenders, balance: 3_000, points: 500, cash: 2_000 },
      change: 3_000,
      tax: [{ rate: 1_000, taxable: 5_000, tax: 454 }],
      received_point_total: 100,
      store: { code: 'KNZ1' },
      employee: { number: 'E0003' },
    })
    expect(transaction.number).toMatch(/^\d{8}-KNZ1-\d{4,}$/)
    const ask = { params: { id: transaction.id } }
    for (const caller of [hanako, await api.as('clerk'), await api.as('manager'), await api.as('owner')]) {
      expect(await caller.get('transactions.details', ask)).toMatchObject(transaction)
    }
  })

  test('are not there for another customer, another store, and for an id that names nothing', async () => {
    const { transaction } = await sell(await api.as('clerk'), await api.as('hanako'), {
      amount: 1_100,
      tenders: { cash: 1_100 },
    })
    const answers = await Promise.all([
      (await api.as('kyoko')).refused('transactions.details', { params: { id: transaction.id } }),
      (await api.as('otherClerk')).refused('transactions.details', { params: { id: transaction.id } }),
      (await api.as('kyoko')).refused('transactions.details', { params: { id: randomUUID() } }),
    ])
    for (const answer of answers) {
      expect({ ...answer, request_id: '' }).toEqual({ ...answers[0], request_id: '' })
      expect(answer).toMatchObject({ status: 404, code: 'TXN_NOT_FOUND' })
    }
  })
})
