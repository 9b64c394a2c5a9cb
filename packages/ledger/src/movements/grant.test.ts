import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createWorld, type Customer, posted, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterEach(() => world.setClock(null))
afterAll(() => world.close())

const lotsOf = async (customer: Customer) => {
  const { rows } = await world.app.query(
    'select granted, remaining from ledger.point_lots where user_id = $1 order by expires_at',
    [customer.id],
  )
  return rows.map(({ granted, remaining }) => [granted, remaining])
}

const grantOnce = (customer: Customer, campaign: string, period: string): Promise<boolean> =>
  world.give(customer, { occasion: { campaign, period }, store_id: null, points: 300 })

test('points without an end are regular, points with an end are a lot, balance is given balance', async () => {
  const customer = await world.customer()
  await world.grant(customer, 100, null, 50)
  await world.grant(customer, 30, '2099-01-01')
  expect(await world.wallet(customer)).toMatchObject({
    balance_paid: 0,
    balance_bonus: 50,
    point_regular: 100,
    point_limited: 30,
  })
  expect(await lotsOf(customer)).toEqual([[30, 30]])
})

test('a gift of regular points prolongs those that are there, and revives none that have ended', async () => {
  await world.setClock('2026-01-10 12:00+09')
  const customer = await world.customer({ points: 100 })
  await world.setClock('2026-12-01 12:00+09')
  await world.grant(customer, 5, null)
  expect(await world.wallet(customer)).toMatchObject({
    point_regular: 105,
    point_regular_expires_on: '2027-12-01',
  })
  await world.setClock('2027-12-02 00:00+09')
  await world.grant(customer, 7, null)
  expect(await world.wallet(customer)).toMatchObject({
    point_regular: 7,
    point_regular_expires_on: '2028-12-02',
  })
})

test('a gift with an end prolongs nothing', async () => {
  await world.setClock('2026-01-10 12:00+09')
  const customer = await world.customer({ points: 100 })
  await world.setClock('2026-06-01 12:00+09')
  await world.grant(customer, 5, '2027-06-01 00:00+09')
  expect(await world.wallet(customer)).toMatchObject({ point_regular_expires_on: '2027-01-10' })
})

test('what has ended ends once, however many ask at a time', async () => {
  await world.setClock('2026-01-10 12:00+09')
  const customer = await world.customer({ points: 100, limited: [[10, '2026-02-01 00:00+09']] })
  await world.setClock('2027-06-01 12:00+09')
  await Promise.all(Array.from({ length: 8 }, () => world.grant(customer, 1, null)))
  const { rows } = await world.app.query(
    `select tender_point_regular, tender_point_limited from ledger.transactions where customer_id = $1 and kind = 'expire'`,
    [customer.id],
  )
  expect(rows).toEqual([{ tender_point_regular: 100, tender_point_limited: 10 }])
  expect(await world.wallet(customer)).toMatchObject({ point_regular: 8, point_limited: 0 })
})

test('gifts and payments of one customer at once lose nothing', async () => {
  const customer = await world.customer({ paid: 1_000 })
  const codes = [await world.code(customer), await world.code(customer)]
  await Promise.all([
    ...codes.map(async (code) => posted(await world.pay({ code, balance: 100 }))),
    ...Array.from({ length: 10 }, () => world.grant(customer, 3, '2099-01-01', 2)),
  ])
  const wallet = await world.wallet(customer)
  expect(wallet).toMatchObject({ point_regular: 2, point_limited: 30 })
  expect(wallet.balance_paid + wallet.balance_bonus).toBe(1_000 - 200 + 20)
})

test('the same gift is given once in its period, and again in the next', async () => {
  const customer = await world.customer()
  expect(await grantOnce(customer, 'birthday', '2026')).toBe(true)
  expect(await grantOnce(customer, 'birthday', '2026')).toBe(false)
  expect(await grantOnce(customer, 'birthday', '2027')).toBe(true)
  expect(await grantOnce(customer, 'welcome', '')).toBe(true)
  expect(await world.wallet(customer)).toMatchObject({ point_regular: 900 })
})

test('a gift of nothing, or of less, is none', async () => {
  const customer = await world.customer({ points: 10 })
  await expect(world.grant(customer, 0, null)).rejects.toThrow(/has no transfers/)
  await expect(world.grant(customer, -1, null)).rejects.toThrow(/violates check constraint/)
  await expect(world.grant(customer, 1, null, -1)).rejects.toThrow(/violates check constraint/)
  expect(await world.wallet(customer)).toMatchObject({ point_regular: 10 })
})

test('a wallet opens empty, once, and without harm to what is in it', async () => {
  const customer = await world.customer({ paid: 10 })
  await world.app.query('select ledger.open_wallet($1)', [customer.id])
  expect(await world.wallet(customer)).toMatchObject({ balance_paid: 10 })
})
