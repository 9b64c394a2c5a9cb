import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openCashoutDesk } from '../testing/cashouts.ts'
import { payIn } from '../testing/pay-in.ts'
import { rowsOf } from '../within.ts'
import { createWorld, posted, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterEach(() => world.setClock(null))
afterAll(() => world.close())

const roll = (movements = 100_000) =>
  world.app.query('select ledger.roll_prepaid($1) as more', [movements]).then(({ rows }) => rows[0].more)

async function book(from: string, until: string) {
  const { rows } = await world.app.query(
    `select on_date, bucket, opening, issued, cancelled, used, returned, expired, repaid, closing
     from ledger.prepaid_book($1, $2)`,
    [from, until],
  )
  return rows
}

async function unused(on: string) {
  const { rows } = await world.app.query('select paid, bonus from ledger.prepaid_unused($1)', [on])
  return rows[0]
}

test('every movement of balance is in one column, on its day in Tokyo, and the columns come to what is held', async () => {
  // The last second of a base date, and the first one after it.
  await world.setClock('2027-03-31 23:59:59+09')
  const customer = await world.customer({ paid: 10_000 })
  await world.grant(customer, 0, null, 500, '2027-04-02T23:59:59+09:00')
  await world.setClock('2027-04-01 00:00:00+09')
  const sale = posted(await world.buy(customer, { balance: 1_700 }))
  await world.setClock('2027-04-02 12:00+09')
  expect(await world.giveBack({ sale: sale.id, amount: 700 })).toMatchObject({ code: null })
  await world.grant(customer, 0, null, 300, '2027-04-02T23:59:59+09:00')
  await world.setClock('2027-04-03 00:10+09')
  await world.app.query('select ledger.expire_due(null, 100)')
  const desk = await openCashoutDesk(world)
  expect(await desk.payBack({ customer, amount: 2_000 })).toMatchObject({ code: null })

  const expected = [
    ['2027-03-31', 'paid', 0, 10_000, 0, 0, 0, 0, 0, 10_000],
    ['2027-03-31', 'bonus', 0, 500, 0, 0, 0, 0, 0, 500],
    ['2027-04-01', 'paid', 10_000, 0, 0, 1_200, 0, 0, 0, 8_800],
    ['2027-04-01', 'bonus', 500, 0, 0, 500, 0, 0, 0, 0],
    ['2027-04-02', 'paid', 8_800, 0, 0, 0, 700, 0, 0, 9_500],
    ['2027-04-02', 'bonus', 0, 300, 0, 0, 0, 0, 0, 300],
    ['2027-04-03', 'paid', 9_500, 0, 0, 0, 0, 0, 2_000, 7_500],
    ['2027-04-03', 'bonus', 300, 0, 0, 0, 0, 300, 0, 0],
  ]
  const asRead = async () => (await book('2027-03-01', '2027-04-30')).map((row) => Object.values(row))
  // The same before the book is filled, in the middle of it, and afterwards.
  expect(await asRead()).toEqual(expected)
  // An open transaction of another file's database on this server holds the book back as one of its own does.
  await expect.poll(() => roll(2)).toBe(true)
  expect(await asRead()).toEqual(expected)
  while (await roll(2));
  expect(await roll()).toBe(false)
  expect(await asRead()).toEqual(expected)

  expect(await book('2027-04-02', '2027-04-02')).toHaveLength(2)
  expect(await unused('2027-03-30')).toEqual({ paid: 0, bonus: 0 })
  expect(await unused('2027-03-31')).toEqual({ paid: 10_000, bonus: 500 })
  expect(await unused('2027-04-03')).toEqual({ paid: 7_500, bonus: 0 })
})

test('what commits late is in the book once, however many fill it and whatever is still open', async () => {
  const customer = await world.customer()
  const before = (await unused('infinity')).paid
  const open = await world.owner.connect()
  try {
    await open.query('begin')
    await open.query('select pg_current_xact_id()')
    await world.charge(customer, 1_000)
    await Promise.all(Array.from({ length: 6 }, () => roll()))
    expect((await unused('infinity')).paid).toBe(before + 1_000)
    const { store_id, register_id, user_id } = world.register
    const where = { customer_id: customer.id, store_id, register_id, employee_id: user_id }
    await payIn(rowsOf(open), { ...where, amount: 500 })
    await open.query('commit')
    await Promise.all([
      ...Array.from({ length: 4 }, () => world.charge(customer, 100)),
      ...Array.from({ length: 6 }, () => roll()),
    ])
    while (await roll());
    expect((await unused('infinity')).paid).toBe(before + 1_900)
  } finally {
    open.release()
  }
  expect(await world.findings()).toEqual([])
})
