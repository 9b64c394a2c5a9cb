import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { held } from '../testing/outcomes.ts'
import { createWorld, type Holdings, lineOf, posted, ranks, type Sale, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterEach(() => world.setClock(null))
afterAll(() => world.close())

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
      store_id: world.register.store_id,
      register_id: world.register.register_id,
      employee_id: world.register.user_id,
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
    expect(await held(world, customer)).toEqual([2_300, 0, 169, 0])

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
    const { rows: written } = await world.app.query(
      'select topic from ledger.outbox where transaction_id = $1',
      [transaction.id],
    )
    expect(written).toEqual([{ topic: 'transaction' }])
  })

  test('by typed digits, naming the customer to the register', async () => {
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
    expect(await held(world, customer)).toEqual([0, 0, 0, 0])
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
    expect(await held(world, customer)).toEqual(left)
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
    if (level > 0) await world.rank(customer, level)
    expect(posted(await world.buy(customer, { cash: total }))).toMatchObject({
      rate_bp: rate,
      received_point_regular: earned,
    })
  })

  test('come from what is left after points: 950 points on 15,950 yen earn 300 at two percent', async () => {
    const customer = await world.customer({ points: 950, paid: 10_000 })
    await world.rank(customer, 1)
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
