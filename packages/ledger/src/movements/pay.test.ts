import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { PayOutcome } from '../pay.ts'
import {
  type Clerk,
  createWorld,
  type Customer,
  type Holdings,
  lineOf,
  posted,
  ranks,
  type Sale,
  type World,
} from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterEach(() => world.setClock(null))
afterAll(() => world.close())

const refusalOf = (outcome: PayOutcome) =>
  outcome.code === null ? 'posted' : outcome.n === null ? outcome.code : `${outcome.code} ${outcome.n}`

async function countOf(table: string, customer: Customer): Promise<number> {
  const column = table === 'transactions' ? 'customer_id' : 'user_id'
  const { rows } = await world.app.query(`select count(*) as n from ledger.${table} where ${column} = $1`, [
    customer.id,
  ])
  return rows[0].n
}

/** The wallet without what the test does not speak of. */
async function held(customer: Customer) {
  const { balance_paid, balance_bonus, point_regular, point_limited } = await world.wallet(customer)
  return [balance_paid, balance_bonus, point_regular, point_limited]
}

describe('a sale', () => {
  test('by the scanned code settles everything in one movement', async () => {
    const customer = await world.customer({
      paid: 3_000,
      bonus: 500,
      points: 200,
      limited: [[50, '2099-01-01']],
    })
    const code = await world.code(customer)
    const transaction = posted(
      await world.pay({
        code,
        points: 100,
        balance: 1_200,
        cash: 300,
        card: 400,
        cash_tendered: 500,
        note: 'ギフト包装',
        lines: [lineOf(1, 1_500), lineOf(2, 500)],
      }),
    )
    expect(transaction).toMatchObject({
      kind: 'payment',
      customer_id: customer.id,
      store_id: world.till.store_id,
      register_id: world.till.register_id,
      employee_id: world.till.user_id,
      pay_code_id: code.id,
      spent_total: 2_000,
      tender_point_limited: 50,
      tender_point_regular: 50,
      tender_balance_bonus: 500,
      tender_balance_paid: 700,
      tender_cash: 300,
      tender_card: 400,
      cash_tendered: 500,
      earn_base: 1_900,
      rate_bp: 100,
      received_point_regular: 19,
      balance_paid_after: 2_300,
      balance_bonus_after: 0,
      point_regular_after: 169,
      point_limited_after: 0,
      level_before: 0,
      level_after: 0,
      level_accumulation_after: 1_900,
      tax: [{ rate: 1000, taxable: 1_900, tax: 172 }],
      note: 'ギフト包装',
    })
    expect(transaction.number).toMatch(/^\d{8}-KNZ1-\d{4}$/)
    expect(await held(customer)).toEqual([2_300, 0, 169, 0])

    const { rows: transfers } = await world.app.query(
      'select code, debit_kind, credit_kind, amount from ledger.transfers where transaction_id = $1 order by line',
      [transaction.id],
    )
    expect(
      transfers.map(({ code, debit_kind, credit_kind, amount }) => [code, debit_kind, credit_kind, amount]),
    ).toEqual([
      ['use_points', 'point_limited', 'points_redeemed', 50],
      ['use_points', 'point_regular', 'points_redeemed', 50],
      ['pay_balance', 'balance_bonus', 'sales', 500],
      ['pay_balance', 'balance_paid', 'sales', 700],
      ['pay_cash', 'drawer', 'sales', 300],
      ['pay_card', 'card_clearing', 'sales', 400],
      ['earn_points', 'points_cost', 'point_regular', 19],
    ])
    const { rows: lines } = await world.app.query(
      'select share_points, share_balance, share_cash, share_card from ledger.transaction_lines where transaction_id = $1 order by line',
      [transaction.id],
    )
    expect(lines).toEqual([
      { share_points: 75, share_balance: 900, share_cash: 225, share_card: 300 },
      { share_points: 25, share_balance: 300, share_cash: 75, share_card: 100 },
    ])
    const { rows: told } = await world.app.query(
      'select topic from ledger.outbox where transaction_id = $1',
      [transaction.id],
    )
    expect(told).toEqual([{ topic: 'transaction' }])
  })

  test('by typed digits, naming the customer to the till', async () => {
    const customer = await world.customer({ paid: 100 })
    const outcome = await world.pay({ digits: await world.code(customer), balance: 100 })
    expect(posted(outcome).customer_id).toBe(customer.id)
    expect(outcome).toMatchObject({ customer: { id: customer.id, verified: true, kyc_status: 'none' } })
  })

  test('by an open checkout, which is settled with it', async () => {
    const customer = await world.customer({ paid: 100 })
    const code = await world.code(customer)
    const { checkout_id } = await world.claim(code)
    const id = checkout_id ?? ''
    const transaction = posted(await world.pay({ checkout: id, id, balance: 100 }))
    expect(transaction).toMatchObject({ id, customer_id: customer.id, pay_code_id: code.id })
    const { rows } = await world.app.query('select status from ledger.checkouts where id = $1', [id])
    expect(rows).toEqual([{ status: 'settled' }])
  })

  test('without a member takes cash and card and gives no points', async () => {
    const outcome = await world.pay({ cash: 1_000, card: 500 })
    expect(posted(outcome)).toMatchObject({
      customer_id: null,
      pay_code_id: null,
      spent_total: 1_500,
      received_point_regular: 0,
      level_after: null,
      balance_paid_after: null,
    })
    expect(outcome).toMatchObject({ customer: null })
  })

  test('of one yen is a sale', async () => {
    const customer = await world.customer({ paid: 1 })
    expect(posted(await world.buy(customer, { balance: 1 }))).toMatchObject({
      spent_total: 1,
      received_point_regular: 0,
    })
    expect(await held(customer)).toEqual([0, 0, 0, 0])
  })

  test('takes numbers that are never given twice', async () => {
    const numbers = new Set<string>()
    for (let count = 0; count < 5; count += 1) numbers.add(posted(await world.pay({ cash: 1 })).number)
    expect(numbers.size).toBe(5)
    expect(posted(await world.pay({ cash: 1, clerk: world.elsewhere })).number).toMatch(/-KRM1-/)
  })
})

describe('what is spent first', () => {
  test.each<{ name: string; holdings: Holdings; sale: Sale; left: number[] }>([
    {
      name: 'limited points before regular ones',
      holdings: { points: 100, limited: [[100, '2099-01-01']] },
      sale: { points: 150 },
      left: [0, 0, 50, 0],
    },
    {
      name: 'given balance before paid balance (3,000 paid and 500 given, 1,200 spent)',
      holdings: { paid: 3_000, bonus: 500 },
      sale: { balance: 1_200 },
      left: [2_300, 0, 12, 0],
    },
    {
      name: 'all of it, to the last yen and point',
      holdings: { paid: 10, bonus: 20, points: 30 },
      sale: { balance: 30, points: 30 },
      left: [0, 0, 0, 0],
    },
    {
      name: 'given balance alone while it lasts',
      holdings: { paid: 100, bonus: 20 },
      sale: { balance: 20 },
      left: [100, 0, 0, 0],
    },
    {
      name: 'nothing of the wallet for cash',
      holdings: { paid: 100, points: 10 },
      sale: { cash: 5_000 },
      left: [100, 0, 60, 0],
    },
  ])('$name', async ({ holdings, sale, left }) => {
    const customer = await world.customer(holdings)
    posted(await world.buy(customer, sale))
    expect(await held(customer)).toEqual(left)
  })

  test('lots of limited points in the order of their ends', async () => {
    const customer = await world.customer({
      limited: [
        [100, '2099-03-01'],
        [100, '2099-01-01'],
        [100, '2099-02-01'],
      ],
    })
    posted(await world.buy(customer, { points: 150 }))
    const { rows } = await world.app.query(
      'select remaining from ledger.point_lots where user_id = $1 order by expires_at',
      [customer.id],
    )
    expect(rows.map(({ remaining }) => remaining)).toEqual([0, 50, 100])
  })
})

describe('points earned', () => {
  test.each([
    [99, 100, 0],
    [100, 100, 1],
    [199, 100, 1],
    [9_999, 200, 199],
    [15_000, 200, 300],
    [333, 300, 9],
    [12_345, 400, 493],
    [19, 500, 0],
    [99_999, 500, 4_999],
  ])('%i yen at %i basis points give %i', async (total, rate, earned) => {
    const customer = await world.customer()
    const level = ranks.findIndex(([, , , bp]) => bp === rate)
    await world.owner.query('update ledger.wallets set level_index = $2 where user_id = $1', [
      customer.id,
      level,
    ])
    expect(posted(await world.buy(customer, { cash: total }))).toMatchObject({
      rate_bp: rate,
      received_point_regular: earned,
    })
  })

  test('come from what is left after points: 950 points on 15,950 yen earn 300 at two percent', async () => {
    const customer = await world.customer({ points: 950, paid: 10_000 })
    await world.owner.query('update ledger.wallets set level_index = 1 where user_id = $1', [customer.id])
    const sale = { points: 950, balance: 10_000, cash: 5_000, lines: [lineOf(1, 8_800), lineOf(2, 7_150)] }
    expect(posted(await world.buy(customer, sale))).toMatchObject({
      earn_base: 15_000,
      received_point_regular: 300,
      tax: [{ rate: 1000, taxable: 15_000, tax: 1_363 }],
    })
  })
})

describe('ranks', () => {
  test.each([
    { name: 'one yen below the quota stays', spent: 29_999, rank: 0 },
    { name: 'the quota itself is enough', spent: 30_000, rank: 1 },
    { name: 'several at once', spent: 300_000, rank: 3 },
    { name: 'up to the top', spent: 1_000_000, rank: 4 },
  ])('$name', async ({ spent, rank }) => {
    const customer = await world.customer()
    expect(posted(await world.buy(customer, { cash: spent }))).toMatchObject({
      level_before: 0,
      level_after: rank,
    })
    expect(await world.wallet(customer)).toMatchObject({ level_index: rank, level_accumulation: spent })
  })

  test('99,999 yen stay, one yen more rises, once and for that payment only, and the new rate counts from the next', async () => {
    const customer = await world.customer()
    posted(await world.buy(customer, { cash: 99_999 }))
    const rise = posted(await world.buy(customer, { cash: 100 }))
    expect(rise).toMatchObject({ level_before: 1, level_after: 2, rate_bp: 200, received_point_regular: 2 })
    const next = posted(await world.buy(customer, { cash: 100 }))
    expect(next).toMatchObject({ level_before: 2, level_after: 2, rate_bp: 300, received_point_regular: 3 })
  })

  test('points do not count towards the next rank', async () => {
    const customer = await world.customer({ points: 1 })
    expect(posted(await world.buy(customer, { cash: 29_999, points: 1 }))).toMatchObject({ level_after: 0 })
  })

  test('a new calendar year of Tokyo counts from nothing, and the rank stays', async () => {
    await world.setClock('2026-12-31 23:59:59+09')
    const customer = await world.customer()
    posted(await world.buy(customer, { cash: 40_000 }))
    await world.setClock('2027-01-01 00:00:00+09')
    expect(posted(await world.buy(customer, { cash: 1_000 }))).toMatchObject({
      level_before: 1,
      level_after: 1,
      level_accumulation_after: 1_000,
      rate_bp: 200,
    })
    expect(await world.wallet(customer)).toMatchObject({
      level_year: 2027,
      level_accumulation: 1_000,
      level_index: 1,
    })
  })

  test('a payment that waited over New Year counts on and takes nothing back', async () => {
    await world.setClock('2027-01-01 00:00:01+09')
    const customer = await world.customer()
    posted(await world.buy(customer, { cash: 20_000 }))
    await world.setClock('2026-12-31 23:59:59+09')
    posted(await world.buy(customer, { cash: 10_000 }))
    expect(await world.wallet(customer)).toMatchObject({
      level_year: 2027,
      level_accumulation: 30_000,
      level_index: 1,
    })
  })
})

describe('what is refused moves nothing', () => {
  const unknown = { id: '', token_hash: randomBytes(32), code_hash: randomBytes(32) }

  test.each<{
    name: string
    holdings?: Holdings
    sale: Sale | ((customer: Customer) => Promise<Sale>)
    refusal: string
  }>([
    { name: 'a code nobody issued', sale: { code: unknown, cash: 1 }, refusal: 'QR_INVALID' },
    { name: 'digits nobody issued', sale: { digits: unknown, cash: 1 }, refusal: 'QR_INVALID' },
    {
      name: 'a checkout that does not exist',
      sale: { checkout: randomUUID(), cash: 1 },
      refusal: 'TXN_NOT_FOUND',
    },
    { name: 'balance without a member', sale: { balance: 1 }, refusal: 'MEMBER_REQUIRED' },
    { name: 'points without a member', sale: { points: 1, cash: 1 }, refusal: 'MEMBER_REQUIRED' },
    {
      name: 'balance short by one yen',
      holdings: { paid: 600, bonus: 399 },
      sale: async (customer) => ({ code: await world.code(customer), balance: 1_000 }),
      refusal: 'INSUFFICIENT_BALANCE 1',
    },
    {
      name: 'points short by one',
      holdings: { points: 60, limited: [[39, '2099-01-01']] },
      sale: async (customer) => ({ code: await world.code(customer), points: 100, cash: 1 }),
      refusal: 'INSUFFICIENT_POINT',
    },
    {
      name: 'more balance at once than the limit, even where there is enough',
      holdings: { paid: 100_001 },
      sale: async (customer) => ({ code: await world.code(customer), balance: 100_001 }),
      refusal: 'PAY_LIMIT_ONCE 100000',
    },
    {
      name: 'a spent code',
      holdings: { paid: 100 },
      sale: async (customer) => {
        const code = await world.code(customer)
        posted(await world.pay({ code, balance: 10 }))
        return { code, balance: 10 }
      },
      refusal: 'QR_ALREADY_USED',
    },
    {
      name: 'a code of a session that has ended',
      holdings: { paid: 100 },
      sale: async (customer) => {
        const code = await world.code(customer)
        await world.owner.query(
          `update sessions set revoked_at = now(), revoked_reason = 'logout' where id = $1`,
          [customer.session_id],
        )
        return { code, balance: 10 }
      },
      refusal: 'QR_ALREADY_USED',
    },
    {
      name: 'a code in the hands of another register',
      holdings: { paid: 100 },
      sale: async (customer) => {
        const code = await world.code(customer)
        await world.claim(code, world.neighbour)
        return { code, balance: 10 }
      },
      refusal: 'QR_CLAIMED',
    },
    {
      name: 'the open checkout of another register of the store',
      holdings: { paid: 100 },
      sale: async (customer) => {
        const { checkout_id } = await world.claim(await world.code(customer), world.neighbour)
        return { checkout: checkout_id ?? '', balance: 10 }
      },
      refusal: 'QR_CLAIMED',
    },
    {
      name: 'the open checkout of another store',
      holdings: { paid: 100 },
      sale: async (customer) => {
        const { checkout_id } = await world.claim(await world.code(customer), world.elsewhere)
        return { checkout: checkout_id ?? '', balance: 10 }
      },
      refusal: 'TXN_NOT_FOUND',
    },
    {
      name: 'a suspended customer',
      holdings: { paid: 100 },
      sale: async (customer) => {
        const code = await world.code(customer)
        await world.owner.query('update users set suspended_at = now() where id = $1', [customer.id])
        return { code, balance: 10 }
      },
      refusal: 'CUSTOMER_SUSPENDED',
    },
    {
      name: 'an employee who rings up a sale to themself',
      holdings: { paid: 100 },
      sale: async (customer) => ({
        code: await world.code(customer),
        balance: 10,
        clerk: await world.clerk(world.till.store_id, world.till.register_id, customer.id),
      }),
      refusal: 'SELF_DEALING',
    },
  ])('$name: $refusal', async ({ holdings, sale, refusal }) => {
    const customer = await world.customer(holdings)
    const asked = typeof sale === 'function' ? await sale(customer) : sale
    const before = [await held(customer), await countOf('transactions', customer)]
    expect(refusalOf(await world.pay(asked))).toBe(refusal)
    expect([await held(customer), await countOf('transactions', customer)]).toEqual(before)
  })

  const revoke = `update sessions set revoked_at = now(), revoked_reason = 'logout' where user_id = $1`
  test.each<{ name: string; clerk: () => Promise<Clerk>; refusal: string }>([
    {
      name: 'a dismissed employee',
      clerk: async () => {
        const clerk = await world.clerk(world.till.store_id, world.till.register_id)
        await world.owner.query('update employees set active = false where user_id = $1', [clerk.user_id])
        return clerk
      },
      refusal: 'FORBIDDEN',
    },
    {
      name: 'a suspended employee',
      clerk: async () => {
        const clerk = await world.clerk(world.till.store_id, world.till.register_id)
        await world.owner.query('update users set suspended_at = now() where id = $1', [clerk.user_id])
        return clerk
      },
      refusal: 'FORBIDDEN',
    },
    {
      name: 'a revoked session',
      clerk: async () => {
        const clerk = await world.clerk(world.till.store_id, world.till.register_id)
        await world.owner.query(revoke, [clerk.user_id])
        return clerk
      },
      refusal: 'FORBIDDEN',
    },
    {
      name: 'a session past its last day',
      clerk: async () => {
        const clerk = await world.clerk(world.till.store_id, world.till.register_id)
        await world.owner.query(`update sessions set absolute_expires_at = now() where user_id = $1`, [
          clerk.user_id,
        ])
        return clerk
      },
      refusal: 'FORBIDDEN',
    },
    {
      name: 'a session that does not exist',
      clerk: () => Promise.resolve({ ...world.till, session_id: randomUUID() }),
      refusal: 'FORBIDDEN',
    },
    {
      name: 'the session of somebody else',
      clerk: () => Promise.resolve({ ...world.till, session_id: world.neighbour.session_id }),
      refusal: 'FORBIDDEN',
    },
    {
      name: 'an employee of another store',
      clerk: () =>
        Promise.resolve({
          ...world.elsewhere,
          store_id: world.till.store_id,
          register_id: world.till.register_id,
        }),
      refusal: 'FORBIDDEN',
    },
    {
      name: 'head office, which sells nothing',
      clerk: async () => {
        const clerk = await world.clerk(world.till.store_id, world.till.register_id)
        await world.owner.query(
          `update employees set type = 'accounting', store_id = null where user_id = $1`,
          [clerk.user_id],
        )
        return clerk
      },
      refusal: 'FORBIDDEN',
    },
    {
      name: 'a register of another store',
      clerk: () => Promise.resolve({ ...world.till, register_id: world.elsewhere.register_id }),
      refusal: 'NOT_FOUND',
    },
  ])('$name: $refusal', async ({ clerk, refusal }) => {
    const customer = await world.customer({ paid: 100 })
    expect(refusalOf(await world.buy(customer, { clerk: await clerk(), balance: 100 }))).toBe(refusal)
    expect(refusalOf(await world.pay({ clerk: await clerk(), cash: 100 }))).toBe(refusal)
    expect(await held(customer)).toEqual([100, 0, 0, 0])
    expect(await countOf('transactions', customer)).toBe(1)
  })

  test.each<{ name: string; change: object }>([
    { name: 'tenders that do not pay the total', change: { cash: 99 } },
    { name: 'lines that do not come to the total', change: { lines: [] } },
    { name: 'a negative tender', change: { cash: 200, card: -100 } },
    { name: 'a total of nothing', change: { total: 0, cash: 0 } },
    { name: 'less cash on the table than is owed', change: { cash_tendered: 99 } },
    { name: 'a note that no database can keep', change: { note: '\u0000' } },
  ])('$name is an error, for the one request only', async ({ change }) => {
    const customer = await world.customer()
    const broken = { ...world.request({ code: await world.code(customer), cash: 100 }), ...change }
    await expect(world.gatherer.pay(broken)).rejects.toThrow(/./)
    expect(await countOf('transactions', customer)).toBe(0)
    posted(await world.buy(customer, { cash: 100 }))
  })

  test('the brand may set the limit of one payment', async () => {
    await world.owner.query(`insert into settings (key, value) values ('limits', '{"pay_once_max": 500}')`)
    const customer = await world.customer({ paid: 600 })
    expect(refusalOf(await world.buy(customer, { balance: 501 }))).toBe('PAY_LIMIT_ONCE 500')
    expect(refusalOf(await world.buy(customer, { balance: 500 }))).toBe('posted')
    await world.owner.query(`delete from settings where key = 'limits'`)
  })
})

describe('the ceiling of a day', () => {
  const startOfDay = '2026-11-21 12:00+09'

  test('is reached to the yen and never passed, and cash does not count', async () => {
    await world.setClock(startOfDay)
    const customer = await world.customer({ paid: 300_000 })
    posted(await world.buy(customer, { balance: 100_000 }))
    posted(await world.buy(customer, { balance: 99_999 }))
    expect(refusalOf(await world.buy(customer, { balance: 2 }))).toBe('PAY_LIMIT_DAY 200000')
    posted(await world.buy(customer, { balance: 1 }))
    expect(refusalOf(await world.buy(customer, { balance: 1, cash: 10 }))).toBe('PAY_LIMIT_DAY 200000')
    posted(await world.buy(customer, { cash: 50_000, points: 10 }))
  })

  test('begins anew with the business day, not with the calendar day', async () => {
    await world.setClock(startOfDay)
    const customer = await world.customer({ paid: 300_000 })
    posted(await world.buy(customer, { balance: 100_000 }))
    posted(await world.buy(customer, { balance: 100_000 }))
    await world.setClock('2026-11-22 04:59:59+09')
    expect(refusalOf(await world.buy(customer, { balance: 1 }))).toBe('PAY_LIMIT_DAY 200000')
    await world.setClock('2026-11-22 05:00:00+09')
    posted(await world.buy(customer, { balance: 1 }))
  })

  test('is not got round by shops whose days begin at other hours', async () => {
    await world.owner.query(`update stores set day_start = '00:00' where id = $1`, [world.elsewhere.store_id])
    await world.setClock('2026-11-22 01:00:00+09')
    const customer = await world.customer({ paid: 500_000 })
    posted(await world.buy(customer, { balance: 100_000, clerk: world.elsewhere }))
    posted(await world.buy(customer, { balance: 100_000 }))
    expect(refusalOf(await world.buy(customer, { balance: 100_000, clerk: world.elsewhere }))).toBe(
      'PAY_LIMIT_DAY 200000',
    )
    expect(refusalOf(await world.buy(customer, { balance: 100_000 }))).toBe('PAY_LIMIT_DAY 200000')
    await world.owner.query(`update stores set day_start = '05:00' where id = $1`, [world.elsewhere.store_id])
  })
})

describe('time', () => {
  test.each([
    ['2026-11-22 01:30+09', '2026-11-21'],
    ['2026-11-22 04:59:59+09', '2026-11-21'],
    ['2026-11-22 05:00+09', '2026-11-22'],
    ['2026-11-22 23:59+09', '2026-11-22'],
    ['2027-01-01 01:30+09', '2026-12-31'],
  ])('a sale at %s belongs to the business day %s, and keeps the time of the clock', async (at, date) => {
    await world.setClock(at)
    const transaction = posted(await world.pay({ cash: 1 }))
    expect(transaction.business_date).toBe(date)
    expect(transaction.number).toMatch(new RegExp(`^${date.replaceAll('-', '')}-`))
    expect(transaction.completed_at).toEqual(new Date(at.replace(' ', 'T').replace('+09', '+09:00')))
  })

  test('regular points live twelve months from the last earning or use, and limited ones keep their end', async () => {
    await world.setClock('2026-11-21 12:00+09')
    const customer = await world.customer({ limited: [[10, '2028-01-01 00:00+09']] })
    posted(await world.buy(customer, { cash: 10_000 }))
    expect(await world.wallet(customer)).toMatchObject({
      point_regular: 100,
      point_regular_expires_on: '2027-11-21',
    })
    await world.setClock('2027-03-01 09:00+09')
    posted(await world.buy(customer, { points: 1 }))
    expect(await world.wallet(customer)).toMatchObject({
      point_limited: 9,
      point_regular_expires_on: '2028-03-01',
    })
    const { rows } = await world.app.query('select expires_at from ledger.point_lots where user_id = $1', [
      customer.id,
    ])
    expect(rows[0].expires_at).toEqual(new Date('2028-01-01T00:00+09:00'))
  })

  test('a sale that neither earns nor uses points prolongs nothing', async () => {
    await world.setClock('2026-11-21 12:00+09')
    const customer = await world.customer({ points: 10, paid: 100 })
    await world.setClock('2027-03-01 12:00+09')
    posted(await world.buy(customer, { balance: 50 }))
    expect(await world.wallet(customer)).toMatchObject({ point_regular_expires_on: '2027-11-21' })
  })

  test('regular points are good until the last second of their day in Tokyo', async () => {
    await world.setClock('2026-11-21 12:00+09')
    const customer = await world.customer({ points: 100 })
    await world.setClock('2027-11-21 23:59:59+09')
    posted(await world.buy(customer, { points: 60 }))
    expect(await held(customer)).toEqual([0, 0, 40, 0])
  })

  test('and not one second longer', async () => {
    await world.setClock('2026-11-21 12:00+09')
    const customer = await world.customer({ points: 100 })
    await world.setClock('2027-11-22 00:00:00+09')
    expect(refusalOf(await world.buy(customer, { points: 1 }))).toBe('INSUFFICIENT_POINT')
    expect(await held(customer)).toEqual([0, 0, 0, 0])
  })

  test('points that have ended are gone before the payment looks, and it does not revive them', async () => {
    await world.setClock('2026-11-21 12:00+09')
    const customer = await world.customer({
      points: 100,
      limited: [
        [50, '2027-01-01 00:00+09'],
        [7, '2028-06-01 00:00+09'],
      ],
    })
    await world.setClock('2027-11-22 00:00:00+09')
    expect(refusalOf(await world.buy(customer, { points: 8 }))).toBe('INSUFFICIENT_POINT')
    expect(await held(customer)).toEqual([0, 0, 0, 7])
    posted(await world.buy(customer, { cash: 1_000 }))
    expect(await held(customer)).toEqual([0, 0, 10, 7])
    const { rows } = await world.app.query(
      `select tender_point_regular, tender_point_limited, point_regular_after, point_limited_after
       from ledger.transactions where customer_id = $1 and kind = 'expire'`,
      [customer.id],
    )
    expect(rows).toEqual([
      { tender_point_regular: 100, tender_point_limited: 50, point_regular_after: 0, point_limited_after: 7 },
    ])
  })

  test('a lot ends at its very moment', async () => {
    await world.setClock('2026-11-21 12:00+09')
    const customer = await world.customer({ limited: [[10, '2026-12-01 00:00+09']] })
    await world.setClock('2026-11-30 23:59:59.999+09')
    posted(await world.buy(customer, { points: 4 }))
    await world.setClock('2026-12-01 00:00:00+09')
    expect(refusalOf(await world.buy(customer, { points: 1 }))).toBe('INSUFFICIENT_POINT')
    expect(await held(customer)).toEqual([0, 0, 0, 0])
  })

  test('a code lives five minutes by the clock of the database, to the millisecond', async () => {
    const customer = await world.customer({ paid: 100 })
    await world.setClock('2026-11-21 12:00:00+09')
    const [first, second] = [await world.code(customer), await world.customer({ paid: 100 }).then(world.code)]
    await world.setClock('2026-11-21 12:04:59.999+09')
    posted(await world.pay({ code: first, balance: 1 }))
    await world.setClock('2026-11-21 12:05:00+09')
    expect(refusalOf(await world.pay({ code: second, balance: 1 }))).toBe('QR_EXPIRED')
  })
})

describe('a key', () => {
  test('gives its answer again, and moves nothing again', async () => {
    const customer = await world.customer({ paid: 500 })
    const request = world.request({ code: await world.code(customer), balance: 100 })
    const first = await world.gatherer.pay(request)
    const second = await world.gatherer.pay(request)
    expect(first.replayed).toBe(false)
    expect(second).toEqual({ ...first, replayed: true })
    expect(await held(customer)).toEqual([400, 0, 1, 0])
  })

  test('gives the movement again even when everything has changed since', async () => {
    const customer = await world.customer({ paid: 500 })
    const clerk = await world.clerk(world.till.store_id, world.till.register_id)
    const request = world.request({ code: await world.code(customer), balance: 100, clerk })
    const first = await world.gatherer.pay(request)
    await world.owner.query('update employees set active = false where user_id = $1', [clerk.user_id])
    await world.owner.query('update users set suspended_at = now() where id = $1', [customer.id])
    expect(await world.gatherer.pay(request)).toEqual({ ...first, replayed: true })
  })

  test('with another body is refused, and the first answer stands', async () => {
    const customer = await world.customer({ paid: 500 })
    const key = randomUUID()
    const request = world.request({ code: await world.code(customer), balance: 100, key })
    const first = await world.gatherer.pay(request)
    expect(refusalOf(await world.buy(customer, { balance: 200, key }))).toBe('IDEMPOTENCY_KEY_REUSED')
    expect(await world.gatherer.pay(request)).toEqual({ ...first, replayed: true })
    expect(await held(customer)).toEqual([400, 0, 1, 0])
  })

  test('keeps its refusal, whatever changes', async () => {
    const customer = await world.customer({ paid: 50 })
    const code = await world.code(customer)
    const request = world.request({ code, balance: 100 })
    expect(refusalOf(await world.gatherer.pay(request))).toBe('INSUFFICIENT_BALANCE 50')
    await world.charge(customer, 1_000)
    const again = await world.gatherer.pay(request)
    expect(refusalOf(again)).toBe('INSUFFICIENT_BALANCE 50')
    expect(again.replayed).toBe(true)
    posted(await world.pay({ code, balance: 100 }))
  })

  test('belongs to one actor and one route', async () => {
    const key = randomUUID()
    const sales = [
      await world.pay({ cash: 1, key }),
      await world.pay({ cash: 2, key, clerk: world.neighbour }),
      await world.pay({ cash: 3, key, route: 'transactions.payUpdate' }),
    ]
    expect(sales.map((sale) => posted(sale).spent_total)).toEqual([1, 2, 3])
  })

  test('asked ten times at once makes one movement and ten equal answers', async () => {
    const customer = await world.customer({ paid: 500 })
    const request = world.request({ code: await world.code(customer), balance: 100 })
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => world.gatherer.pay(request)))
    expect(new Set(outcomes.map((outcome) => posted(outcome).id)).size).toBe(1)
    expect(outcomes.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect(await held(customer)).toEqual([400, 0, 1, 0])
  })

  test('does not hide that the number of a sale is taken', async () => {
    const id = posted(await world.pay({ cash: 1 })).id
    expect(refusalOf(await world.pay({ cash: 1, id }))).toBe('PAYMENT_STATE')
  })
})

describe('the claim of a register', () => {
  test('scanned again by the same register is the same checkout, and holds longer', async () => {
    await world.setClock('2026-11-21 12:00+09')
    const code = await world.code(await world.customer({ paid: 100 }))
    const first = await world.claim(code)
    await world.setClock('2026-11-21 12:01:30+09')
    expect(await world.claim(code)).toEqual(first)
    await world.setClock('2026-11-21 12:03:00+09')
    expect(await world.claim(code, world.neighbour)).toEqual({ refusal: 'QR_CLAIMED', checkout_id: null })
  })

  test('asked again with its own number is the same checkout, even when it is settled', async () => {
    const code = await world.code(await world.customer({ paid: 100 }))
    const checkout = randomUUID()
    await world.claim(code, world.till, checkout)
    expect(await world.claim(code, world.till, checkout)).toEqual({ refusal: null, checkout_id: checkout })
    posted(await world.pay({ checkout, id: checkout, balance: 1 }))
    expect(await world.claim(code, world.till, checkout)).toEqual({ refusal: null, checkout_id: checkout })
    expect(await world.claim(code)).toMatchObject({ refusal: 'QR_ALREADY_USED' })
  })

  test('does not stop the same register from settling in one step', async () => {
    const code = await world.code(await world.customer({ paid: 100 }))
    const { checkout_id } = await world.claim(code)
    posted(await world.pay({ code, balance: 1 }))
    expect(refusalOf(await world.pay({ checkout: checkout_id ?? '', balance: 1 }))).toBe('PAYMENT_STATE')
  })

  test('keeps every other register out until it lapses, and then nobody gets it twice', async () => {
    await world.setClock('2026-11-21 12:00+09')
    const code = await world.code(await world.customer({ paid: 100 }))
    const { checkout_id: first } = await world.claim(code)
    expect(await world.claim(code, world.elsewhere)).toMatchObject({ refusal: 'QR_CLAIMED' })
    await world.setClock('2026-11-21 12:02:00+09')
    const { checkout_id: second } = await world.claim(code, world.elsewhere)
    expect(second).not.toBeNull()
    expect(refusalOf(await world.pay({ checkout: first ?? '', balance: 1 }))).toBe('QR_CLAIMED')
    posted(await world.pay({ checkout: second ?? '', balance: 1, clerk: world.elsewhere }))
    expect(refusalOf(await world.pay({ checkout: first ?? '', balance: 1 }))).toBe('PAYMENT_STATE')
  })

  test('holds the code beyond its own end while the claim lasts', async () => {
    await world.setClock('2026-11-21 12:00+09')
    const code = await world.code(await world.customer({ paid: 100 }))
    await world.setClock('2026-11-21 12:04:30+09')
    const { checkout_id } = await world.claim(code)
    await world.setClock('2026-11-21 12:06:00+09')
    expect(refusalOf(await world.pay({ checkout: checkout_id ?? '', balance: 1 }))).toBe('posted')
  })

  test('that has lapsed after the end of its code cannot be revived by an edit', async () => {
    await world.setClock('2026-11-21 12:00+09')
    const code = await world.code(await world.customer({ paid: 100 }))
    const { checkout_id } = await world.claim(code)
    const id = checkout_id ?? ''
    await world.setClock('2026-11-21 12:05:01+09')
    expect(await world.update(id, 'open', [{ name: '月暈リング' }])).toBeNull()
    expect(refusalOf(await world.pay({ checkout: id, balance: 1 }))).toBe('QR_EXPIRED')
    await world.app.query('select ledger.close_lapsed_checkouts()')
    const { rows } = await world.app.query('select status from ledger.checkouts where id = $1', [id])
    expect(rows).toEqual([{ status: 'cancelled' }])
  })

  test('is made longer by every edit, and the edit is kept', async () => {
    await world.setClock('2026-11-21 12:00+09')
    const code = await world.code(await world.customer({ paid: 100 }))
    const { checkout_id } = await world.claim(code)
    const id = checkout_id ?? ''
    for (const minute of ['01', '02', '04', '05', '06', '07']) {
      await world.setClock(`2026-11-21 12:${minute}:30+09`)
      expect(await world.update(id, 'open', [{ minute }])).toBeNull()
    }
    const { rows } = await world.app.query('select items from ledger.checkouts where id = $1', [id])
    expect(rows).toEqual([{ items: [{ minute: '07' }] }])
    posted(await world.pay({ checkout: id, balance: 1 }))
  })

  test.each(['cancelled', 'saved'])(
    'ends when its checkout is %s, and the code is free while it lives',
    async (status) => {
      await world.setClock('2026-11-21 12:00+09')
      const customer = await world.customer({ paid: 100 })
      const code = await world.code(customer)
      const { checkout_id } = await world.claim(code)
      const id = checkout_id ?? ''
      expect(await world.update(id, status)).toBeNull()
      expect(await world.update(id, status)).toBeNull()
      expect(await world.update(id, 'open')).toBe('PAYMENT_STATE')
      expect(refusalOf(await world.pay({ checkout: id, balance: 1 }))).toBe('PAYMENT_STATE')
      await world.setClock('2026-11-21 12:04:59+09')
      const { checkout_id: next } = await world.claim(code, world.elsewhere)
      posted(await world.pay({ checkout: next ?? '', balance: 1, clerk: world.elsewhere }))
      expect(await countOf('transactions', customer)).toBe(2)
    },
  )

  test('a second code on one register lets the first one go', async () => {
    const [first, second] = [
      await world.code(await world.customer({ paid: 100 })),
      await world.code(await world.customer({ paid: 100 })),
    ]
    const { checkout_id } = await world.claim(first)
    await world.claim(second)
    expect(refusalOf(await world.pay({ checkout: checkout_id ?? '', balance: 1 }))).toBe('PAYMENT_STATE')
    expect(await world.claim(first, world.neighbour)).toMatchObject({ refusal: null })
  })

  test('twenty scans at once on one register leave one claim', async () => {
    const codes = await Promise.all(
      Array.from({ length: 20 }, async () => world.code(await world.customer())),
    )
    await Promise.all(codes.map((code) => world.claim(code)))
    const { rows } = await world.app.query(
      `select count(*) as n from ledger.pay_codes where state = 'claimed' and claimed_by = $1 and id = any ($2)`,
      [world.till.register_id, codes.map(({ id }) => id)],
    )
    expect(rows).toEqual([{ n: 1 }])
  })

  test.each<{ name: string; prepare: (customer: Customer) => Promise<Clerk>; refusal: string }>([
    {
      name: 'a suspended customer',
      prepare: async (customer) => {
        await world.owner.query('update users set suspended_at = now() where id = $1', [customer.id])
        return world.till
      },
      refusal: 'CUSTOMER_SUSPENDED',
    },
    {
      name: 'an employee of themself',
      prepare: (customer) => world.clerk(world.till.store_id, world.till.register_id, customer.id),
      refusal: 'SELF_DEALING',
    },
    {
      name: 'a register of another store',
      prepare: () => Promise.resolve({ ...world.till, register_id: world.elsewhere.register_id }),
      refusal: 'NOT_FOUND',
    },
  ])('refuses $name', async ({ prepare, refusal }) => {
    const customer = await world.customer()
    const code = await world.code(customer)
    expect(await world.claim(code, await prepare(customer))).toEqual({ refusal, checkout_id: null })
  })
})

describe('codes on the phone', () => {
  test('a renewed code leaves the one before it ten seconds', async () => {
    await world.setClock('2026-11-21 12:00:00+09')
    const customer = await world.customer({ paid: 100 })
    const [first, second] = [await world.code(customer), await world.code(customer)]
    await world.setClock('2026-11-21 12:00:09.999+09')
    posted(await world.pay({ code: first, balance: 1 }))
    await world.setClock('2026-11-21 12:01:00+09')
    const third = await world.code(customer)
    await world.setClock('2026-11-21 12:01:10+09')
    expect(refusalOf(await world.pay({ code: second, balance: 1 }))).toBe('QR_EXPIRED')
    posted(await world.pay({ code: third, balance: 1 }))
  })

  test('a code that a register holds is not shortened by a new one', async () => {
    await world.setClock('2026-11-21 12:00:00+09')
    const customer = await world.customer({ paid: 100 })
    const code = await world.code(customer)
    const { checkout_id } = await world.claim(code)
    await world.code(customer)
    await world.setClock('2026-11-21 12:01:00+09')
    expect(refusalOf(await world.pay({ checkout: checkout_id ?? '', balance: 1 }))).toBe('posted')
  })

  test('all codes of a session end with it, claimed ones too, and other sessions keep theirs', async () => {
    const customer = await world.customer({ paid: 100 })
    const [scanned, shown] = [await world.code(customer), await world.code(customer)]
    const { checkout_id } = await world.claim(scanned)
    await world.owner.query(
      `update sessions set revoked_at = now(), revoked_reason = 'logout' where id = $1`,
      [customer.session_id],
    )
    expect(refusalOf(await world.pay({ checkout: checkout_id ?? '', balance: 1 }))).toBe('PAYMENT_STATE')
    expect(refusalOf(await world.pay({ code: shown, balance: 1 }))).toBe('QR_ALREADY_USED')
    await expect(world.code(customer)).rejects.toThrow(/has ended/)
    expect(await held(customer)).toEqual([100, 0, 0, 0])
  })

  test('nobody gets a code on the session of somebody else', async () => {
    const [one, other] = [await world.customer(), await world.customer()]
    await expect(world.code({ id: one.id, session_id: other.session_id })).rejects.toThrow(/has ended/)
  })
})
