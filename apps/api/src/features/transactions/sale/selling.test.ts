// What a register may take off, what a price is made of, and carts that wait: through the front door.
import { randomUUID } from 'node:crypto'
import type { RegisterState } from '@shirogane/contract/resources/sales/transactions'
import type { PayBody } from '@shirogane/contract/transactions/pay'
import type { Caller } from '@shirogane/testkit/calls/caller'
import { castPassword } from '@shirogane/testkit/database'
import { fingerprint } from '@shirogane/testkit/asks/fingerprint'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { limits } from '@shirogane/contract/rules/limits'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forgetDirectory } from '../index.ts'

let api: TestApi
let clerk: Caller
let ring: { id: string; price: number }
let pierce: { id: string; price: number }
let registers: string[]
beforeAll(async () => {
  api = await startApi()
  clerk = await api.as('clerk')
  const skus = await api.db.query<{ id: string; sku: string; price: number }>(
    'select id, sku, price from skus',
  )
  const of = (code: string) => skus.find(({ sku }) => sku === code)!
  ring = of('RG001-11')
  pierce = of('PE001')
  const rows = await api.db.query<{ id: string }>(
    `select r.id from registers r join stores s on s.id = r.store_id where s.code = 'KNZ1' order by r.number`,
  )
  registers = rows.map(({ id }) => id)
})
afterAll(() => api.close())

const keyed = (body: PayBody) => ({ body, headers: { 'Idempotency-Key': randomUUID() } })
const pay = (body: PayBody, by = clerk): Promise<RegisterState> => by.get('transactions.pay', keyed(body))
const refused = (body: PayBody, by = clerk) => by.refused('transactions.pay', keyed(body))
const flaw = { kind: 'percent', value: 10, reason: 'flaw' } as const

describe('discounts', () => {
  test('a line’s own comes first, then the whole’s, spread over what the lines still cost, with their reasons', async () => {
    // 8,800 − 10% = 7,920, and 5,500: together 13,420; 120 off the whole leaves 13,300.
    const { transaction } = await pay({
      items: [
        { sku_id: ring.id, quantity: 1, discount: flaw },
        { sku_id: pierce.id, quantity: 1 },
      ],
      discount: { kind: 'yen', value: 120, reason: 'bundle' },
      tenders: { cash: 13_300 },
      expected_total: 13_300,
    })
    expect(transaction.spent_total).toBe(13_300)
    expect(transaction.tax).toEqual([{ rate: 1_000, taxable: 13_300, tax: 1_209 }])
    const [first, second] = transaction.items
    expect(first).toMatchObject({
      discount: 880 + 71,
      subtotal: 7_849,
      discounts: [
        { on: 'line', kind: 'percent', value: 10, reason: 'flaw', amount: 880 },
        { on: 'sale', kind: 'yen', value: 120, reason: 'bundle', amount: 71 },
      ],
    })
    expect(second).toMatchObject({ discount: 49, subtotal: 5_451 })
    // What is given back for one line is what it cost.
    const preview = await (
      await api.as('manager')
    ).get('transactions.refundPreview', {
      body: { transaction_id: transaction.id, items: [{ line: 1, quantity: 1 }] },
    })
    expect(preview.total).toBe(7_849)
  })

  test('points are earned and tax is taken of what is left after them', async () => {
    const hanako = await api.as('hanako')
    const { token } = await hanako.get('users.token')
    const { transaction } = await pay({
      token,
      items: [{ sku_id: ring.id, quantity: 1, discount: flaw }],
      tenders: { cash: 7_920 },
    })
    expect(transaction.received_point_total).toBeGreaterThanOrEqual(Math.floor(7_920 * 0.01))
    expect(transaction.tax[0]).toEqual({ rate: 1_000, taxable: 7_920, tax: 720 })
  })

  test('beyond what the register may give, somebody else has to agree, to this very discount and once', async () => {
    const manager = await api.as('manager')
    const items = [{ sku_id: ring.id, quantity: 1, discount: { ...flaw, value: 20 } }]
    const sale = { items, tenders: { cash: 7_040 } }
    expect(await refused(sale)).toMatchObject({
      status: 403,
      code: 'DISCOUNT_APPROVAL',
      message: '値引には責任者の承認が必要です。',
    })
    expect(await refused({ ...sale, approval_id: randomUUID() })).toMatchObject({ code: 'DISCOUNT_APPROVAL' })
    const approvalOf = async (amount: number, gross: number) => {
      const { id } = await clerk.get('approvals.ask', {
        body: { kind: 'discount', subject: { gross }, amount, reason: 'キズ' },
      })
      await clerk.get('approvals.witness', {
        params: { id },
        body: { employee_id: 'E0002', password: castPassword },
      })
      return id
    }
    const other = await approvalOf(1_761, 8_800)
    expect(await refused({ ...sale, approval_id: other })).toMatchObject({ code: 'DISCOUNT_APPROVAL' })
    const approval_id = await approvalOf(1_760, 8_800)
    // A sale that is refused for something else leaves the approval as it was.
    const short = {
      ...sale,
      approval_id,
      tenders: { points: 7_040 },
      token: (await (await api.as('kyoko')).get('users.token')).token,
    }
    expect((await refused(short)).status).toBe(422)
    const replies = await Promise.all(
      [0, 1, 2].map(() => clerk.call('transactions.pay', keyed({ ...sale, approval_id }))),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    const [row] = await api.db.query<{ approved_by: string }>(
      `select approved_by from ledger.transactions where sale ->> 'approval_id' = $1`,
      [approval_id],
    )
    expect(row?.approved_by).toBe(manager.user_id)
    // A manager is the one who approves, and needs no approval.
    expect((await pay(sale, manager)).transaction.spent_total).toBe(7_040)
    expect((await clerk.get('transactions.registerTerms')).discount_max).toBe(1_000)
  })

  test('the register is told whether a sale is looked at once more, and whether the float was counted', async () => {
    const terms = () => clerk.get('transactions.registerTerms')
    expect(await terms()).toMatchObject({ confirm_sale: true, float_counted: false })
    const owner = await api.as('owner')
    await owner.get('admin.updateSetting', {
      params: { key: 'register.confirm' },
      body: { before: true, value: false },
    })
    const { store_id } = await clerk.get('users.employeeDetails')
    await clerk.get('admin.countFloat', { body: { store_id: store_id!, counts: { 10_000: 5 } } })
    expect(await terms()).toMatchObject({ confirm_sale: false, float_counted: true })
    await owner.get('admin.updateSetting', {
      params: { key: 'register.confirm' },
      body: { before: false, value: true },
    })
    expect(await terms()).toMatchObject({ confirm_sale: true })
  })

  test('a member in the month of their birth is marked, and the date itself is never at the register', async () => {
    const kyoko = await api.as('kyoko')
    const born = (month: string) =>
      api.db.query(
        `update users set date_of_birth = to_char(ledger.now() at time zone 'Asia/Tokyo' + $1::interval, '"1990"-MM-15')::date
         where id = $2`,
        [month, kyoko.user_id],
      )
    const shown = async () =>
      (await clerk.get('transactions.shownMember', {
        body: { token: (await kyoko.get('users.token')).token },
      })) as object
    await born('0 months')
    expect(await shown()).toMatchObject({ birth_month: true })
    await born('1 month')
    const other = await shown()
    expect(other).toMatchObject({ birth_month: false })
    expect(JSON.stringify(other)).not.toContain('1990-')
  })

  test('nothing costs less than nothing, and no reason is no discount', async () => {
    const over = { ...flaw, kind: 'yen', value: 8_801 } as const
    const line = (discount: object) => ({
      items: [{ sku_id: ring.id, quantity: 1, discount }],
      tenders: { cash: 1 },
    })
    expect(await refused(line(over) as PayBody)).toMatchObject({ status: 422, code: 'DISCOUNT_EXCEEDS' })
    for (const discount of [
      { ...flaw, value: 101 },
      { ...flaw, value: 0 },
      { ...flaw, value: -5 },
      { ...flaw, value: 1.5 },
      { ...flaw, reason: 'other' },
      { ...flaw, reason: 'because' },
      { kind: 'percent', value: 5 },
    ])
      expect(await refused(line(discount) as PayBody)).toMatchObject({ status: 400 })
  })

  test('a discount stands in the ledger with its reason, or the database does not take it', async () => {
    await expect(
      api.db.query(
        `insert into ledger.transaction_lines (transaction_id, line, name, quantity, unit_price, discount, subtotal, tax_rate_bp,
           share_points, share_balance, share_cash, share_card, share_later, detail)
         values (gen_random_uuid(), 1, '品', 1, 1000, 100, 900, 1000, 0, 0, 900, 0, 0,
           '{"discounts":[{"on":"line","amount":99}]}')`,
      ),
    ).rejects.toThrow(/transaction_lines_discounts/)
  })
})

test('a bill that the register shows differently is refused, and nothing is taken', async () => {
  const body = { items: [{ sku_id: ring.id, quantity: 1 }], tenders: { cash: 8_700 }, expected_total: 8_700 }
  const before = await fingerprint(api.db)
  expect(await refused(body)).toMatchObject({
    status: 409,
    code: 'TOTAL_CHANGED',
    message: '価格が変わりました。新しい金額を確認してください。',
  })
  expect(await fingerprint(api.db)).toBe(before)
})

test('an amount at the reduced rate is taxed by it, and the slip of a terminal is on record', async () => {
  const { transaction } = await pay({
    items: [{ name: '茶葉', unit_price: 1_080, quantity: 1, tax_rate: 800 }],
    tenders: { card: 1_080 },
    terminal: { brand: 'jcb', approval_number: '123456' },
  })
  expect(transaction.tax).toEqual([{ rate: 800, taxable: 1_080, tax: 80 }])
  const [row] = await api.db.query<{ sale: unknown }>('select sale from ledger.transactions where id = $1', [
    transaction.id,
  ])
  expect(row?.sale).toEqual({ terminal: { brand: 'jcb', approval_number: '123456' } })
})

describe('silver by weight', () => {
  test('the server weighs, and neither a price nor a rate of the register’s counts', async () => {
    const owner = await api.as('owner')
    const chain = await owner.get('skus.create', {
      body: {
        id: randomUUID(),
        sku: 'CH-CUT',
        name: '切り売りチェーン',
        tax_rate: 1_000,
        picture: 'necklace',
        category: 'necklace',
        not_returnable: 'cut',
        stocked: true,
        fineness: 925,
        weight_mg: 1_000,
        size: null,
        by_weight: { weighed: true, coefficient_bp: 20_000, labor_fee: 1_100, stone_fee: 0 },
        quick_order: null,
      },
    })
    const weighed = { sku_id: chain.id, quantity: 1, weight_mg: 4_210 }
    expect(await refused({ items: [{ sku_id: chain.id, quantity: 1 }], tenders: { cash: 1 } })).toMatchObject(
      {
        status: 400,
        code: 'WEIGHT_REQUIRED',
      },
    )
    const priced = { items: [{ ...weighed, unit_price: 1 }], tenders: { cash: 1 } }
    expect(await refused(priced as never)).toMatchObject({ status: 400 })
    // 4.21 g × 0.925 × 400円 × 2 = 3,115.4
    const { transaction } = await pay({ items: [weighed], tenders: { cash: 4_215 } })
    expect(transaction.items[0]).toMatchObject({ unit_price: 4_215, weight_mg: 4_210 })
    const [line] = await api.db.query<{ detail: unknown }>(
      'select detail from ledger.transaction_lines where transaction_id = $1',
      [transaction.id],
    )
    expect(line?.detail).toEqual({
      silver: {
        weight_mg: 4_210,
        fineness: 925,
        price_per_g: 400,
        coefficient_bp: 20_000,
        labor_fee: 1_100,
        stone_fee: 0,
      },
    })
  })

  test('has no price while no rate was approved, and nothing of it is sold or put aside', async () => {
    const [chain] = await api.db.query<{ id: string }>(`select id from skus where sku = 'CH-CUT'`)
    const [rate] = await api.db.query<{ value: number }>(
      `delete from settings where key = 'silver_price_per_g' returning value`,
    )
    forgetDirectory(api.server.context)
    const items = [{ sku_id: chain!.id, quantity: 1, weight_mg: 4_210 }]
    const missing = { status: 409, code: 'SILVER_RATE_MISSING' }
    expect(await refused({ items, tenders: { cash: 4_215 } })).toMatchObject(missing)
    const cart = { id: randomUUID(), register_id: registers[0]!, name: '切り売り', items }
    expect(await clerk.refused('transactions.park', { body: cart })).toMatchObject(missing)
    await api.db.query(`insert into settings (key, value) values ('silver_price_per_g', $1)`, [
      JSON.stringify(rate!.value),
    ])
    forgetDirectory(api.server.context)
    expect((await pay({ items, tenders: { cash: 4_215 } })).status).toBe('completed')
  })
})

describe('carts that wait', () => {
  const cart = () => [{ sku_id: ring.id, quantity: 2 }]
  const park = (changed: object = {}, by = clerk) =>
    by.get('transactions.park', {
      body: {
        id: randomUUID(),
        register_id: registers[0]!,
        name: '青い傘のお客さま',
        items: cart(),
        ...changed,
      },
    })
  const resume = (id: string, version: number, register = 0) => ({
    params: { id },
    body: { register_id: registers[register]!, version },
  })

  test('the list is narrowed in every form that the search for transactions takes', async () => {
    const { id } = await park({ items: [{ sku_id: pierce.id, quantity: 1 }] })
    const found = async (query: Record<string, unknown>) => {
      const { items } = await clerk.get('transactions.searchSaved', { query: { limit: 100, ...query } })
      return items.some((item) => item.id === id)
    }
    const empty = { store_id: '', date: '', employee_id: '', skus: '', q: '' }
    expect(await found(empty)).toBe(true)
    expect(await found({ ...empty, employee_id: '全員', q: ' 青い傘 ' })).toBe(true)
    expect(await found({ skus: pierce.id })).toBe(true)
    expect(await found({ skus: `${ring.id},${pierce.id}` })).toBe(true)
    expect(await found({ skus: [ring.id, pierce.id] })).toBe(true)
    expect(await found({ skus: `${ring.id},` })).toBe(false)
    expect(await found({ date: '2020-01-01' })).toBe(false)
    expect(await clerk.refused('transactions.searchSaved', { query: { skus: 'x' } })).toMatchObject({
      status: 400,
      code: 'VALIDATION_ERROR',
    })
  })

  test('one that was put aside at night is under the business day, and after a close under the next', async () => {
    const { id, store } = await park()
    const foundOn = async (date: string) => {
      const { items } = await clerk.get('transactions.searchSaved', { query: { limit: 100, date } })
      return items.some((item) => item.id === id)
    }
    await api.db.query(
      `update parked_sales set parked_at = '2026-03-11T02:00+09', expires_at = now() + interval '1 day' where id = $1`,
      [id],
    )
    expect([await foundOn('2026-03-10'), await foundOn('2026-03-11')]).toEqual([true, false])
    await api.db.query('alter table ledger.day_closes disable trigger user')
    await api.db.query(
      `insert into ledger.day_closes (id, store_id, business_date, z_number, revision, seq, counts, counted, expected,
         over_short, deposit, carry, report, employee_id, closed_at, previous_hash, hash)
       values (gen_random_uuid(), $1, '2026-03-10', 9999, 1, 9999, '{}', 0, 0, 0, 0, 0, '{}', $2, '2026-03-10T21:00+09', sha256('a'), sha256('b'))`,
      [store.id, clerk.user_id],
    )
    expect([await foundOn('2026-03-10'), await foundOn('2026-03-11')]).toEqual([false, true])
    await api.db.query('delete from ledger.day_closes where z_number = 9999')
    await api.db.query('alter table ledger.day_closes enable trigger user')
  })

  test('register staff read whose it is as they read it in the search for sales', async () => {
    const hanako = await api.as('hanako')
    const { token } = await hanako.get('users.token')
    const { transaction } = await clerk.get('transactions.pay', {
      body: { token, register_id: registers[0]!, items: cart() },
      headers: { 'Idempotency-Key': randomUUID() },
    })
    const parked = await park({ checkout_id: transaction.id })
    expect(parked.customer).toEqual({ id: hanako.user_id, name: '例＊ 花＊' })
    const listed = async (by: Caller) =>
      (await by.get('transactions.searchSaved', { query: { limit: 100 } })).items.find(
        ({ id }) => id === parked.id,
      )?.customer?.name
    expect([await listed(clerk), await listed(await api.as('manager'))]).toEqual(['例＊ 花＊', '例示 花子'])
    expect((await clerk.get('transactions.resume', resume(parked.id, 1))).parked.customer?.name).toBe(
      '例＊ 花＊',
    )
  })

  test('a cart that was put aside is taken back at the other register, paid once, and gone from the list', async () => {
    const body = { id: randomUUID() }
    const [parked] = await Promise.all([park(body), park(body)])
    expect(parked).toMatchObject({ total: 17_600, pieces: 2, version: 1, status: 'parked', customer: null })
    const saved = async () =>
      (await clerk.get('transactions.searchSaved', { query: { employee_id: '全員' } })).items.map(
        ({ id }) => id,
      )
    expect(await saved()).toContain(parked.id)
    const taken = await clerk.get('transactions.resume', resume(parked.id, 1, 1))
    expect(taken).toMatchObject({ total: 17_600, unavailable: [], cart: { items: cart() } })
    // The answer was lost: the same act again.
    expect((await clerk.get('transactions.resume', resume(parked.id, 1, 1))).parked.version).toBe(2)
    expect(await clerk.refused('transactions.resume', resume(parked.id, 2, 0))).toMatchObject({
      status: 409,
      code: 'PARKED_ELSEWHERE',
      message: '別のレジで呼び出し中です。',
    })
    const sale = (register: number, version: number): PayBody => ({
      items: cart(),
      tenders: { cash: 17_600 },
      register_id: registers[register]!,
      parked: { id: parked.id, version },
    })
    expect(await refused(sale(0, 2))).toMatchObject({ status: 409, code: 'PARKED_ELSEWHERE' })
    expect(await refused(sale(1, 1))).toMatchObject({ status: 409, code: 'CONFLICT' })
    const twice = await Promise.all([0, 1, 2, 3].map(() => clerk.call('transactions.pay', keyed(sale(1, 2)))))
    expect(twice.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await refused(sale(1, 2))).toMatchObject({ status: 409, code: 'PARKED_ENDED' })
    expect(await saved()).not.toContain(parked.id)
  })

  test('a register that went away has a cart in hand no longer than its time', async () => {
    const { id } = await park()
    await clerk.get('transactions.resume', resume(id, 1))
    const heldUntil = async () =>
      (await clerk.get('transactions.searchSaved', { query: { limit: 100 } })).items.find(
        (one) => one.id === id,
      )!.held_until
    expect(await heldUntil()).not.toBeNull()
    await api.db.query(
      `update parked_sales set held_until = ledger.now() - interval '1 second' where id = $1`,
      [id],
    )
    expect(await heldUntil()).toBeNull()
  })

  test('eight registers that reach for one cart at the same moment: one has it', async () => {
    const { id } = await park()
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, place) => clerk.call('transactions.resume', resume(id, 1, place % 2))),
    )
    const holders = new Set(
      replies
        .filter(({ status }) => status === 200)
        .map(({ body }) => (body as { parked: { register: { id: string } } }).parked.register.id),
    )
    expect(holders.size).toBe(1)
  })

  test('what a register has in hand no longer is thrown away at another one, and put back there by nobody', async () => {
    const { id } = await park()
    await clerk.get('transactions.resume', resume(id, 1, 1))
    const change = (status: 'parked' | 'discarded') => ({
      params: { id },
      body: { register_id: registers[0]!, version: 2, status },
    })
    expect(await clerk.refused('transactions.updateParked', change('discarded'))).toMatchObject({
      code: 'PARKED_ELSEWHERE',
    })
    await api.db.query(
      `update parked_sales set held_until = ledger.now() - interval '1 second' where id = $1`,
      [id],
    )
    expect(await clerk.refused('transactions.updateParked', change('parked'))).toMatchObject({
      code: 'PARKED_ELSEWHERE',
    })
    expect(await clerk.get('transactions.updateParked', change('discarded'))).toMatchObject({
      status: 'discarded',
      version: 3,
    })
  })

  test('who knows an older version has to look again, and only who has it puts it back', async () => {
    const { id } = await park()
    await clerk.get('transactions.resume', resume(id, 1))
    const back = (register: number, version: number, status: 'parked' | 'discarded' = 'parked') => ({
      params: { id },
      body: {
        register_id: registers[register]!,
        version,
        status,
        items: [{ sku_id: pierce.id, quantity: 1 }],
      },
    })
    expect(await clerk.refused('transactions.updateParked', back(1, 2))).toMatchObject({
      code: 'PARKED_ELSEWHERE',
    })
    expect(await clerk.refused('transactions.updateParked', back(0, 1))).toMatchObject({ code: 'CONFLICT' })
    expect(await clerk.get('transactions.updateParked', back(0, 2))).toMatchObject({
      status: 'parked',
      total: 5_500,
      version: 3,
    })
    expect(await clerk.refused('transactions.resume', resume(id, 1))).toMatchObject({ code: 'CONFLICT' })
    await clerk.get('transactions.updateParked', back(1, 3, 'discarded'))
    expect(await clerk.refused('transactions.resume', resume(id, 4))).toMatchObject({ code: 'PARKED_ENDED' })
  })

  test('articles that a cart keeps are sold to nobody else, and are free again when it is thrown away', async () => {
    const standing = async () => {
      const [level] = await api.db.query<{ free: number; reserved: number }>(
        `select (l.shelf - l.reserved)::int as free, l.reserved::int as reserved from ledger.stock_levels l
         join employees e on e.store_id = l.store_id where e.user_id = $1 and l.sku_id = $2`,
        [clerk.user_id, ring.id],
      )
      return level!
    }
    const { free } = await standing()
    const items = (quantity: number) => [{ sku_id: ring.id, quantity }]
    const buyOne = () =>
      clerk.call('transactions.pay', {
        body: { transaction_id: randomUUID(), items: items(1), tenders: { cash: 8_800 } },
        headers: { 'Idempotency-Key': randomUUID() },
      })
    const kept = await park({ items: items(free), keep_goods: true })
    expect(kept.keeps_goods).toBe(true)
    expect(await standing()).toEqual({ free: 0, reserved: free })
    const before = await fingerprint(api.db)
    expect(await buyOne()).toMatchObject({
      status: 409,
      body: { code: 'STOCK_SHORTAGE', fields: { 'items.0.quantity': '在庫が不足しています（残り0点）。' } },
    })
    expect([await fingerprint(api.db), await standing()]).toEqual([before, { free: 0, reserved: free }])
    const more = { id: randomUUID(), register_id: registers[0]!, name: '次のお客さま', items: items(1) }
    expect(await clerk.refused('transactions.park', { body: { ...more, keep_goods: true } })).toMatchObject({
      code: 'STOCK_SHORTAGE',
    })
    expect((await park(more)).keeps_goods).toBe(false)

    // A clerk who looks at the reserved articles finds the parked cart that they belong to, and takes it to a register
    // from there.
    const cartOf = async () =>
      (await clerk.get('inventory.reservations', {})).items.find(({ id }) => id === kept.id)?.parked
    expect(await cartOf()).toEqual({ id: kept.id, name: kept.name, version: kept.version })
    await clerk.get('transactions.resume', resume(kept.id, 1, 1))
    expect(await cartOf()).toBeNull()
    const change = (version: number, changed: object) => ({
      params: { id: kept.id },
      body: { register_id: registers[1]!, version, ...changed },
    })
    await clerk.get('transactions.updateParked', change(2, { status: 'parked', items: items(free - 1) }))
    expect((await buyOne()).status).toBe(200)
    await clerk.get('transactions.updateParked', change(3, { status: 'discarded' }))
    expect(await standing()).toEqual({ free: free - 1, reserved: 0 })
  })

  test('a member’s cart gives the code back and spends nothing of theirs', async () => {
    const hanako = await api.as('hanako')
    const before = await hanako.get('users.wallet')
    const { token } = await hanako.get('users.token')
    const open = await clerk.get('transactions.pay', keyed({ token, register_id: registers[0]! }))
    const parked = await park({ checkout_id: open.transaction.id })
    expect(parked.customer?.id).toBe(hanako.user_id)
    expect(await hanako.get('users.wallet')).toEqual(before)
    // The code is free again: it pays at another register.
    const again = await clerk.get('transactions.pay', keyed({ token, register_id: registers[1]! }))
    expect(again.status).toBe('open')
    const planted = {
      body: {
        id: randomUUID(),
        register_id: registers[0]!,
        name: 'x',
        items: cart(),
        tenders: { points: 1 },
      },
    }
    expect(await clerk.refused('transactions.park', planted as never)).toMatchObject({ status: 400 })
    await expect(
      api.db.query(`update parked_sales set cart = cart || '{"tenders":{"points":1}}' where id = $1`, [
        parked.id,
      ]),
    ).rejects.toThrow(/check/)
  })

  test('are as many as a shop can look after, and the last one asks again without being one too many', async () => {
    await api.db.query(
      `insert into parked_sales (id, store_id, name, cart, total, pieces, register_id, employee_id, keeps_goods, parked_at, expires_at)
       select gen_random_uuid(), store_id, '満員', cart, total, pieces, register_id, employee_id, false, parked_at, expires_at
       from (select * from parked_sales where not keeps_goods limit 1) one,
         generate_series(1, $1 - (select count(*) from parked_sales where store_id = one.store_id and status in ('parked', 'resumed')))`,
      [limits.parkedMax - 1],
    )
    const last = { id: randomUUID() }
    expect((await park(last)).id).toBe(last.id)
    const one = { id: randomUUID(), register_id: registers[0]!, name: '一人多い', items: cart() }
    expect(await clerk.refused('transactions.park', { body: one })).toMatchObject({
      status: 422,
      code: 'PARKED_LIMIT',
      message: '保留は200件までです。使わないものを削除してください。',
    })
    // Its answer was lost, and it is there.
    expect((await park(last)).id).toBe(last.id)
    await api.db.query(`delete from parked_sales where name = '満員'`)
  })

  test('another store sees none of them, and after two days nobody does', async () => {
    const { id } = await park()
    const other = await api.as('otherClerk')
    const elsewhere = await other.get('transactions.searchSaved', { query: {} })
    expect(elsewhere.items.map((item) => item.id)).not.toContain(id)
    const [own] = await api.db.query<{ id: string }>(
      `select r.id from registers r join stores s on s.id = r.store_id where s.code = 'KRM1'`,
    )
    const reach = { params: { id }, body: { register_id: own!.id, version: 1 } }
    expect(await other.refused('transactions.resume', reach)).toMatchObject({
      status: 404,
      code: 'PARKED_NOT_FOUND',
    })
    await api.db.query(`update parked_sales set expires_at = now() - interval '1 second' where id = $1`, [id])
    expect(await clerk.refused('transactions.resume', resume(id, 1))).toMatchObject({ code: 'PARKED_ENDED' })
    const { items } = await clerk.get('transactions.searchSaved', { query: {} })
    expect(items.map((item) => item.id)).not.toContain(id)
  })

  test('a rate that was quoted holds for the articles of the cart, and for nothing that comes to it', async () => {
    const owner = await api.as('owner')
    const [chain] = await api.db.query<{ id: string }>(`select id from skus where sku = 'CH-CUT'`)
    const other = await owner.get('skus.create', {
      body: {
        id: randomUUID(),
        sku: 'CH-CUT-2',
        name: '切り売りチェーン 太',
        tax_rate: 1_000,
        picture: 'necklace',
        category: 'necklace',
        not_returnable: 'cut',
        stocked: true,
        fineness: 925,
        weight_mg: 1_000,
        size: null,
        by_weight: { weighed: true, coefficient_bp: 20_000, labor_fee: 1_100, stone_fee: 0 },
        quick_order: null,
      },
    })
    const cut = (sku_id: string) => ({ sku_id, quantity: 1, weight_mg: 4_210 })
    const rate = async (yen: number) => {
      await api.db.query(`update settings set value = $1 where key = 'silver_price_per_g'`, [
        JSON.stringify(yen),
      ])
      forgetDirectory(api.server.context)
    }
    const first = await park({ items: [cut(chain!.id)] })
    await rate(500)
    expect((await clerk.get('transactions.resume', resume(first.id, 1))).total).toBe(4_215)
    // 4.21 g × 0.925 × 500円 × 2 = 3,894.2, and 1,100円 of labour.
    const items = [cut(chain!.id), cut(other.id)]
    const put = { status: 'parked', version: 2, register_id: registers[0]!, items }
    const { total } = await clerk.get('transactions.updateParked', { params: { id: first.id }, body: put })
    expect(total).toBe(4_215 + 4_994)

    const second = await park({ items: [cut(chain!.id)] })
    await rate(400)
    await clerk.get('transactions.resume', resume(second.id, 1))
    const sale = { items, expected_total: 4_994 + 4_215, tenders: { cash: 4_994 + 4_215 } }
    const { transaction } = await clerk.get('transactions.pay', {
      body: { ...sale, register_id: registers[0]!, parked: { id: second.id, version: 2 } },
      headers: { 'Idempotency-Key': randomUUID() },
    })
    expect(transaction.items.map(({ unit_price }) => unit_price)).toEqual([4_994, 4_215])
  })

  test('what is not sold any more is left out and named', async () => {
    const { id } = await park({ items: [{ sku_id: pierce.id, quantity: 1 }, ...cart()] })
    await api.db.query(`update skus set active = false where id = $1`, [pierce.id])
    const taken = await clerk.get('transactions.resume', resume(id, 1))
    expect(taken.unavailable).toEqual(['粒銀ピアス'])
    expect(taken.cart.items).toEqual(cart())
    await api.db.query(`update skus set active = true where id = $1`, [pierce.id])
  })
})

test('a drawer that was opened without a sale is on record once', async () => {
  const body = { id: randomUUID(), register_id: registers[0]!, reason: 'exchange' as const }
  const [one, two] = await Promise.all([
    clerk.get('admin.openDrawer', { body }),
    clerk.get('admin.openDrawer', { body }),
  ])
  expect(one).toEqual(two)
})
