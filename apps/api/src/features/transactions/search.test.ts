import { randomUUID } from 'node:crypto'
import type { Caller } from '@shirogane/testkit/calls/caller'
import { sell } from '@shirogane/testkit/acts/sale'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let api: TestApi
let manager: Caller
let clerk: Caller
let home: string
let elsewhere: string
let ring: { id: string; price: number }
let cloth: { id: string; price: number }
let today: string
/** Sold by the clerk to 花子, by the clerk to 髙﨑, by the manager to no customer, and in another store. */
let toHanako: string
let toTakasaki: string
let byManager: string
let away: string

const numberOf = async (id: string): Promise<string> =>
  (await manager.get('transactions.details', { params: { id } })).number

beforeAll(async () => {
  api = await startApi()
  manager = await api.as('manager')
  clerk = await api.as('clerk')
  const [hanako, takasaki] = [await api.as('hanako'), await api.as('takasaki')]
  const other = await api.as('otherClerk')
  const stores = await api.db.query<{ user_id: string; store_id: string }>(
    `select user_id, store_id from employees where user_id = any ($1)`,
    [[clerk.user_id, other.user_id]],
  )
  const storeOf = (caller: Caller) => stores.find(({ user_id }) => user_id === caller.user_id)!.store_id
  home = storeOf(clerk)
  elsewhere = storeOf(other)
  const skus = await api.db.query<{ id: string; price: number }>(
    `select id, price from skus where active and pricing = 'fixed' order by price limit 2`,
  )
  ;[cloth, ring] = [skus[0]!, skus[1]!]
  const sold = await clerk.get('transactions.pay', {
    body: {
      token: (await hanako.get('users.token')).token,
      transaction_id: randomUUID(),
      items: [
        { sku_id: ring.id, quantity: 1 },
        { name: '雑貨', unit_price: 500, quantity: 1 },
      ],
      tenders: { cash: ring.price, card: 500 },
    },
    headers: { 'Idempotency-Key': randomUUID() },
  })
  toHanako = sold.transaction.id
  today = sold.transaction.business_date
  toTakasaki = (await sell(clerk, takasaki, { amount: 2_000, tenders: { cash: 2_000 } })).transaction.id
  byManager = (await sell(manager, null, { amount: 300, tenders: { cash: 300 } })).transaction.id
  away = (await sell(other, null, { amount: 700, tenders: { cash: 700 } })).transaction.id
})
afterAll(() => api.close())

type Query = Record<string, string | number>
/** Which of this file's sales are found, leaving out what the shops sold before. */
const found = async (caller: Caller, query: Query): Promise<string[]> => {
  const { items } = await caller.get('transactions.search', { query: { limit: 100, ...query } })
  return items.map(({ id }) => id).filter((id) => [toHanako, toTakasaki, byManager, away].includes(id))
}

describe('a search over days and amounts', () => {
  const before = (days: number) => new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10)

  test('finds what lies in both ranges and with that member, ends included, and its file is the same', async () => {
    const days = { from: before(91), until: today }
    expect(await found(clerk, { ...days, amount_from: 300, amount_until: 2_000 })).toEqual([
      byManager,
      toTakasaki,
    ])
    expect(await found(clerk, { ...days, amount_from: 301, amount_until: 2_000 })).toEqual([toTakasaki])
    expect(await found(clerk, { ...days, amount_from: 300, amount_until: 2_000, q: '例示' })).not.toContain(
      byManager,
    )
    expect(await found(clerk, { from: before(91), until: before(1), amount_from: 300 })).toEqual([])
    const query = { ...days, amount_from: 2_000, amount_until: 2_000 }
    const { total } = await clerk.get('transactions.search', { query })
    const { body } = await clerk.call('transactions.searchCsv', { query })
    expect((body as string).trim().split('\r\n')).toHaveLength(total + 1)
    const owner = await api.as('owner')
    expect(await found(owner, { ...days, amount_from: 700, amount_until: 700 })).toEqual([away])
    // An accountant belongs to no shop, and finds the documents of all of them.
    const accountant = await api.as('accountant')
    expect(await found(accountant, { ...days, amount_from: 700, amount_until: 700 })).toEqual([away])
    expect((await accountant.get('transactions.details', { params: { id: away } })).id).toBe(away)
    const elsewhereOfClerk = await clerk.refused('transactions.search', {
      query: { ...days, store_id: elsewhere },
    })
    expect(elsewhereOfClerk.status).toBe(404)
  })

  test('reads at most 92 days, never backwards, and no amount through all the years', async () => {
    const refused = async (query: Query) => {
      const { status, code, message } = await clerk.refused('transactions.search', { query })
      return [status, code, message]
    }
    expect(await refused({ from: before(92), until: today })).toEqual([
      422,
      'PERIOD_TOO_LONG',
      '期間は92日以内で指定してください。',
    ])
    expect((await refused({ from: today, until: before(1) }))[1]).toBe('VALIDATION_ERROR')
    const fields = async (query: Query) => {
      const { body } = await clerk.call('transactions.search', { query })
      return (body as { fields?: object }).fields
    }
    expect(await fields({ date: today, amount_from: 20_000, amount_until: 100 })).toEqual({
      amount_until: '下限は上限以下の金額にしてください。',
    })
    expect(await fields({ from: today, until: before(1) })).toEqual({
      until: '開始日は終了日より前にしてください。',
    })
    expect(await fields({ amount_from: 1 })).toEqual({ from: '日付を入力してください。' })
    expect((await refused({ amount_from: 1 }))[1]).toBe('VALIDATION_ERROR')
    expect((await refused({ date: today, amount_from: -1 }))[1]).toBe('VALIDATION_ERROR')
    expect((await refused({ date: today, amount_from: '1 or 1=1' }))[1]).toBe('VALIDATION_ERROR')
    expect(
      (await clerk.refused('transactions.searchCsv', { query: { from: before(92), until: today } })).code,
    ).toBe('PERIOD_TOO_LONG')
  })
})

describe('a search', () => {
  test('shows everything of one’s own store, newest first, with the sums of all of it', async () => {
    const answer = await clerk.get('transactions.search')
    expect(answer).toMatchObject({ page: 1, limit: 20, total_capped: false, next_page: 2 })
    expect(answer.items.slice(0, 3).map(({ id }) => id)).toEqual([byManager, toTakasaki, toHanako])
    expect(answer.sums?.count).toBe(answer.total)
    const [row] = await api.db.query<{ count: number; sales: number; refunds: number; cash: number }>(
      `select count(*)::int as count, sum(spent_total) filter (where kind = 'payment')::int as sales,
         coalesce(sum(spent_total) filter (where kind <> 'payment'), 0)::int as refunds,
         sum(case kind when 'payment' then tender_cash else -tender_cash end)::int as cash
       from ledger.transactions where store_id = $1 and kind in ('payment', 'refund', 'void')`,
      [home],
    )
    expect(answer.sums).toMatchObject({
      count: row!.count,
      sales: row!.sales,
      refunds: row!.refunds,
      net: row!.sales - row!.refunds,
      tenders: { cash: row!.cash },
    })
    const second = await clerk.get('transactions.search', { query: { page: 2, limit: 2 } })
    expect(second.items[0]?.id).toBe(toHanako)
    expect(second).toMatchObject({ page: 2, limit: 2, total: answer.total, next_page: 3 })
    expect(second.sums).toEqual(answer.sums)
    const last = await clerk.get('transactions.search', { query: { page: answer.total, limit: 1 } })
    expect(last).toMatchObject({ items: [{}], next_page: null })
  })

  test('is narrowed by articles, business day and employee, each alone and together; 全員 is everyone', async () => {
    expect(await found(clerk, { skus: ring.id })).toEqual([toHanako])
    expect(await found(clerk, { skus: `${cloth.id},${ring.id}` })).toEqual([toHanako])
    expect(await found(clerk, { skus: cloth.id })).toEqual([])
    expect(await found(clerk, { skus: ring.id, date: today })).toEqual([toHanako])
    expect(await found(clerk, { employee_id: manager.user_id })).toEqual([byManager])
    expect(await found(clerk, { employee_id: '全員', date: today })).toEqual([
      byManager,
      toTakasaki,
      toHanako,
    ])
    expect(await found(clerk, { date: '2020-01-01' })).toEqual([])
    expect(await found(clerk, { employee_id: clerk.user_id, skus: ring.id, date: today })).toEqual([toHanako])
    expect(await found(manager, { employee_id: manager.user_id, skus: ring.id })).toEqual([])
  })

  test('finds a receipt by its number, however it is written, and by its end within a day', async () => {
    const number = await numberOf(toHanako)
    for (const q of [number, number.toLowerCase(), number.replaceAll('-', ''), ` ${number} `])
      expect(await found(clerk, { q }), q).toEqual([toHanako])
    const end = number.split('-')[2]!
    expect(await found(clerk, { q: String(Number(end)), date: today })).toContain(toHanako)
    expect(await found(clerk, { q: '9999999', date: today })).toEqual([])
  })

  test('finds a member by the name in any of its letters, the user name or the telephone number', async () => {
    const [phone] = await api.db.query<{ phone_number: string }>(
      `select phone_number from users where username = 'hanako'`,
    )
    const national = `0${phone!.phone_number.slice(3)}`
    for (const q of ['例示花', 'HANAKO', national, phone!.phone_number]) {
      expect(await found(manager, { q }), q).toEqual([toHanako])
    }
    expect(await found(manager, { q: '高崎' })).toEqual([toTakasaki])
    expect(await found(manager, { q: '髙﨑', date: today, employee_id: clerk.user_id })).toEqual([toTakasaki])
    for (const q of ['%', '_', '\\'])
      expect((await manager.get('transactions.search', { query: { q } })).total).toBe(0)
    expect((await manager.get('transactions.search', { query: { q: '誰でもない' } })).sums?.count).toBe(0)
  })

  test('shortens the names of members for register staff, and shows them to a manager', async () => {
    const nameFor = async (caller: Caller) =>
      (await caller.get('transactions.search', { query: { q: await numberOf(toTakasaki) } })).items[0]?.member
        ?.name
    expect(await nameFor(manager)).toBe('髙﨑 外字')
    expect(await nameFor(clerk)).toBe('髙＊ 外＊')
  })

  test('never leaves the store of whoever asks; head office names one, or looks at all', async () => {
    expect(await found(clerk, { store_id: home })).toEqual([byManager, toTakasaki, toHanako])
    for (const caller of [clerk, manager])
      expect(await caller.refused('transactions.search', { query: { store_id: elsewhere } })).toMatchObject({
        status: 404,
        code: 'NOT_FOUND',
      })
    const owner = await api.as('owner')
    expect(await found(owner, {})).toEqual([away, byManager, toTakasaki, toHanako])
    expect(await found(owner, { store_id: elsewhere })).toEqual([away])
    const awayNumber = (await owner.get('transactions.details', { params: { id: away } })).number
    expect(await found(clerk, { q: awayNumber })).toEqual([])
  })

  test.each([
    [{ date: '2026-13-01' }, 'date'],
    [{ employee_id: 'everyone' }, 'employee_id'],
    [{ skus: 'ring' }, 'skus.0'],
    [{ page: 0 }, 'page'],
    [{ page: 1.5 }, 'page'],
    [{ limit: 101 }, 'limit'],
    [{ store_id: 'home' }, 'store_id'],
  ])('of %j is refused', async (query, field) => {
    const refusal = await clerk.refused('transactions.search', { query })
    expect(refusal).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' })
    expect(Object.keys(refusal.fields ?? {})).toContain(field)
  })

  test('counts what went back against the sales, on the day it went back', async () => {
    const { id } = (await sell(clerk, null, { amount: 1_000, tenders: { cash: 1_000 } })).transaction
    const before = (await clerk.get('transactions.search', { query: { date: today } })).sums!
    await manager.get('transactions.refund', {
      body: { transaction_id: id, amount: 400, reason: 'お客さま都合' },
      headers: { 'Idempotency-Key': randomUUID() },
    })
    const { items, sums } = await clerk.get('transactions.search', { query: { date: today } })
    expect(items[0]).toMatchObject({ type: 'refund', related_id: id, spent_total: 400 })
    expect(sums).toEqual({
      ...before,
      count: before.count + 1,
      refunds: before.refunds + 400,
      net: before.net - 400,
      tenders: { ...before.tenders, cash: before.tenders.cash - 400 },
    })
  })
})

describe('the file of a search', () => {
  const linesOf = async (caller: Caller, query: Query): Promise<string[]> => {
    const { status, headers, body } = await caller.call('transactions.searchCsv', { query })
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    return (body as string).split('\r\n')
  }

  test('holds what the search finds, and no cell that a spreadsheet would run', async () => {
    const evil = `=HYPERLINK("http://x")`
    const sold = await clerk.get('transactions.pay', {
      body: {
        transaction_id: randomUUID(),
        items: ['+1', '-1', '@a', evil].map((name) => ({ name, unit_price: 100, quantity: 1 })),
        tenders: { cash: 400 },
      },
      headers: { 'Idempotency-Key': randomUUID() },
    })
    const [first, row, end] = await linesOf(clerk, { q: sold.transaction.number })
    expect(first).toMatch(/^\ufeff?営業日,日時,取引番号,種類,状態,店舗,レジ,社員番号,担当,会員,商品,/)
    expect(row).toMatch(/^\d{4}\/\d\d\/\d\d,\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d,/)
    expect(row).toContain(sold.transaction.number)
    expect(row).toContain(`"'+1×1、-1×1、@a×1、=HYPERLINK(""http://x"")×1"`)
    expect(end).toBe('')
    const all = (await linesOf(clerk, { date: today })).slice(1, -1)
    const cells = all.join(',').split(',')
    expect(cells.filter((cell) => /^"?[=+\-@]/.test(cell))).toEqual([])
    expect(all).toHaveLength((await clerk.get('transactions.search', { query: { date: today } })).total)
  })
})
