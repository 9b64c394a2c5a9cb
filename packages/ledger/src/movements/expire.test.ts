import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type Customer, posted, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterEach(() => world.setClock(null))
afterAll(() => world.close())

/** The whole nightly round, as one process runs it. Answers how many wallets lost something. */
async function round(pool: pg.Pool = world.app, wallets = 3): Promise<number> {
  let after: string | null = null
  let all = 0
  do {
    const { rows }: { rows: { last: string | null; expired: number }[] } = await pool.query(
      'select last, expired from ledger.expire_due($1, $2)',
      [after, wallets],
    )
    all += rows[0]!.expired
    after = rows[0]!.last
  } while (after !== null)
  return all
}

const movementsOf = async (customer: Customer) => {
  const { rows } = await world.app.query(
    `select tender_point_regular as regular, tender_point_limited as limited, tender_balance_bonus as bonus
     from ledger.transactions where customer_id = $1 and kind = 'expire' order by completed_at, id`,
    [customer.id],
  )
  return rows
}

describe('the nightly round', () => {
  test('takes what has ended from every wallet, once, however often and from wherever it runs', async () => {
    await world.setClock('2026-11-21 12:00+09')
    const sleeping = await world.customer({ points: 100 })
    const limited = await world.customer({ points: 50, limited: [[30, '2027-11-30T23:59:59+09:00']] })
    await world.grant(limited, 0, null, 700, '2027-11-30T23:59:59+09:00')
    await world.setClock('2027-06-01 12:00+09')
    await world.grant(limited, 1, null)
    const empty = await world.customer()

    await world.setClock('2027-11-21 23:59:59+09')
    expect(await round()).toBe(0)
    await world.setClock('2027-12-01 00:10+09')
    const [one, two] = [world.openPool(), world.openPool()]
    const taken = await Promise.all([round(one), round(two), round(one, 1), round(two, 500)])
    expect(taken.reduce((sum, count) => sum + count)).toBe(2)
    expect(await round()).toBe(0)

    expect(await movementsOf(sleeping)).toEqual([{ regular: 100, limited: 0, bonus: 0 }])
    expect(await movementsOf(limited)).toEqual([{ regular: 0, limited: 30, bonus: 700 }])
    expect(await movementsOf(empty)).toEqual([])
    expect(await world.wallet(limited)).toMatchObject({
      point_regular: 51,
      point_limited: 0,
      balance_bonus: 0,
    })
  })

  test('regular points of the 29th of February end with the 28th of the next one', async () => {
    await world.setClock('2028-02-29 12:00+09')
    const customer = await world.customer({ points: 100 })
    expect(await world.wallet(customer)).toMatchObject({ point_regular_expires_on: '2029-02-28' })
    await world.setClock('2029-02-28 23:59:59+09')
    await round()
    expect(await world.wallet(customer)).toMatchObject({ point_regular: 100 })
    await world.setClock('2029-03-01 00:10+09')
    expect(await round()).toBe(1)
    expect(await world.wallet(customer)).toMatchObject({ point_regular: 0 })
  })

  test('and points that end on the 29th of February are good through it', async () => {
    await world.setClock('2027-02-28 12:00+09')
    const customer = await world.customer({ points: 10, limited: [[5, '2028-02-29T23:59:59+09:00']] })
    await world.setClock('2028-02-29 00:10+09')
    expect(await round()).toBe(1)
    expect(await world.wallet(customer)).toMatchObject({ point_regular: 0, point_limited: 5 })
    await world.setClock('2028-03-01 00:10+09')
    expect(await round()).toBe(1)
    expect(await world.wallet(customer)).toMatchObject({ point_limited: 0 })
  })

  test('beside sales of the same customers nothing is lost and nothing goes twice', async () => {
    await world.setClock('2026-11-21 12:00+09')
    const customers = await Promise.all(
      Array.from({ length: 6 }, () =>
        world.customer({ paid: 1_000, points: 100, limited: [[30, '2026-12-31T23:59:59+09:00']] }),
      ),
    )
    await world.setClock('2027-01-01 00:10+09')
    const outcomes = await Promise.all([
      ...customers.map((customer) => world.buy(customer, { points: 100, balance: 100 })),
      round(),
      round(world.app, 500),
    ])
    for (const outcome of outcomes.slice(0, 6)) posted(outcome as never)
    for (const customer of customers) {
      expect(await movementsOf(customer)).toEqual([{ regular: 0, limited: 30, bonus: 0 }])
      expect(await world.wallet(customer)).toMatchObject({ point_limited: 0, balance_paid: 900 })
    }
  })
})

describe('given balance with an end', () => {
  test('is spent before that without one, what ends first before the rest', async () => {
    const customer = await world.customer({ paid: 1_000, bonus: 500 })
    await world.grant(customer, 0, null, 200, '2099-06-01')
    await world.grant(customer, 0, null, 100, '2099-01-01')
    const lots = async () =>
      (
        await world.app.query(
          'select remaining from ledger.bonus_lots where user_id = $1 order by expires_at',
          [customer.id],
        )
      ).rows.map(({ remaining }) => remaining)
    posted(await world.buy(customer, { balance: 150 }))
    expect(await lots()).toEqual([0, 150])
    posted(await world.buy(customer, { balance: 250 }))
    expect(await lots()).toEqual([0, 0])
    expect(await world.wallet(customer)).toMatchObject({ balance_bonus: 400, balance_paid: 1_000 })
  })

  test('is not spent once it has ended', async () => {
    await world.setClock('2026-11-21 12:00+09')
    const customer = await world.customer({ paid: 100, bonus: 50 })
    await world.grant(customer, 0, null, 300, '2026-12-31T23:59:59+09:00')
    await world.setClock('2027-01-01 00:00+09')
    expect(await world.buy(customer, { balance: 151 })).toMatchObject({ code: 'INSUFFICIENT_BALANCE', n: 1 })
    posted(await world.buy(customer, { balance: 150 }))
    expect(await movementsOf(customer)).toEqual([{ regular: 0, limited: 0, bonus: 300 }])
  })

  test('comes back from a return to where it came from, last used first, with its old end', async () => {
    const customer = await world.customer({ bonus: 500 })
    await world.grant(customer, 0, null, 200, '2099-06-01')
    await world.grant(customer, 0, null, 100, '2099-01-01')
    const sale = posted(await world.buy(customer, { balance: 650 }))
    const giveBack = async (amount: number) => {
      expect(await world.giveBack({ sale: sale.id, amount })).toMatchObject({ code: null })
    }
    const lots = async () =>
      (
        await world.app.query(
          'select remaining from ledger.bonus_lots where user_id = $1 order by expires_at',
          [customer.id],
        )
      ).rows.map(({ remaining }) => remaining)
    // The sale took both lots and 350 that have no end: those come back first.
    await giveBack(300)
    expect(await lots()).toEqual([0, 0])
    await giveBack(100)
    expect(await lots()).toEqual([0, 50])
    await giveBack(250)
    expect(await lots()).toEqual([100, 200])
    expect(await world.wallet(customer)).toMatchObject({ balance_bonus: 800 })
  })
})
