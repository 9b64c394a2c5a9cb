import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, afterAll, describe, expect, test } from 'vitest'
import { createGatherer } from '../pay/pay.ts'
import { createWorld, type Customer, posted, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
// What one test offers is over before the next one begins.
afterEach(async () => {
  await world.owner.query('update campaigns set paused_at = now() where paused_at is null')
  await world.setClock(null)
})
afterAll(() => world.close())

type Offer = Record<string, unknown>

/** Campaigns count in the order in which they began. */
let began = Date.now() - 86_400_000

/** A campaign that runs since yesterday for a month; a test says what it gives and changes what it is about. */
async function campaign(offer: Offer): Promise<string> {
  const row: Offer = {
    id: randomUUID(),
    name: '冬の銀器フェア',
    stackable: true,
    starts_at: new Date((began += 1)),
    ends_at: new Date(Date.now() + 30 * 86_400_000),
    needs_entry: false,
    payment_min: 1,
    created_at: new Date(),
    created_by: world.register.user_id,
    ...offer,
  }
  const names = Object.keys(row)
  await world.app.query(
    `insert into campaigns (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
    Object.values(row),
  )
  return row['id'] as string
}
const plusTwo = { kind: 'rate_add', rate_bp: 200 }
const twice = { kind: 'multiplier', factor_bp: 20_000 }
const fixed = (points: number) => ({ kind: 'fixed_point', points })

async function reasons(transaction: string) {
  const { rows } = await world.app.query(
    `select rule, base, rate_bp, uncut_points, points, cut_by, account from ledger.point_reasons
     where transaction_id = $1 order by part`,
    [transaction],
  )
  return rows
}

async function used(id: string): Promise<number> {
  const { rows } = await world.app.query('select budget_used from campaigns where id = $1', [id])
  return rows[0].budget_used
}

const buy = async (customer: Customer, yen: number, clerk = world.register) =>
  posted(await world.buy(customer, { cash: yen, clerk }))

/** What a payment of so much brings a customer of the lowest rank, at one percent. */
async function earned(yen: number, customer?: Customer): Promise<number> {
  const { received_point_regular, received_point_limited } = await buy(
    customer ?? (await world.customer()),
    yen,
  )
  return received_point_regular + received_point_limited
}

describe('what a campaign adds', () => {
  test.each([
    ['two percent more, cut off by itself', plusTwo, 9_999, 99 + 199],
    ['the rate twice', twice, 9_999, 99 + 99],
    ['one and a half times the rate', { kind: 'multiplier', factor_bp: 15_000 }, 9_999, 99 + 49],
    ['a fixed number', fixed(300), 9_999, 99 + 300],
  ])('%s', async (_name, offer, yen, total) => {
    await campaign(offer)
    expect(await earned(yen)).toBe(total)
  })

  test('is explained to the point beside the rank’s own part', async () => {
    await campaign(plusTwo)
    await campaign({ ...fixed(50), points_days: 60 })
    const customer = await world.customer()
    const sale = await buy(customer, 15_000)
    expect(sale).toMatchObject({
      earn_base: 15_000,
      rate_bp: 100,
      received_point_regular: 150 + 300,
      received_point_limited: 50,
      point_regular_after: 450,
      point_limited_after: 50,
    })
    expect(await reasons(sale.id)).toMatchObject([
      { rule: 'rate_add', base: 15_000, rate_bp: 200, uncut_points: 300, points: 300, cut_by: null },
      { rule: 'fixed_point', rate_bp: null, points: 50, account: 'point_limited' },
    ])
    const { rows } = await world.app.query(
      `select remaining, to_char(expires_at at time zone 'Asia/Tokyo', 'HH24:MI:SS') as ends,
         (expires_at at time zone 'Asia/Tokyo')::date - (ledger.now() at time zone 'Asia/Tokyo')::date as days
       from ledger.point_lots where user_id = $1`,
      [customer.id],
    )
    expect(rows).toEqual([{ remaining: 50, ends: '23:59:59', days: 60 }])
  })

  test('comes after points that were used: they earn nothing', async () => {
    await campaign(plusTwo)
    const customer = await world.customer({ points: 950 })
    const sale = posted(await world.buy(customer, { points: 950, cash: 15_000 }))
    expect(sale.received_point_regular).toBe(150 + 300)
  })

  test('is nothing for a sale without a member', async () => {
    await campaign(plusTwo)
    expect(posted(await world.pay({ cash: 1_000 }))).toMatchObject({ received_point_regular: 0 })
  })

  test('is nothing where less than its smallest payment is paid', async () => {
    await campaign({ ...fixed(100), payment_min: 5_000 })
    expect(await earned(4_999)).toBe(49)
    expect(await earned(5_000)).toBe(150)
  })

  test('counts in its stores and for its ranks only', async () => {
    await campaign({ ...fixed(10), store_ids: [world.elsewhere.store_id] })
    await campaign({ ...fixed(7), level_indexes: [1, 2] })
    const customer = await world.customer()
    expect((await buy(customer, 100)).received_point_regular).toBe(1)
    expect((await buy(customer, 100, world.elsewhere)).received_point_regular).toBe(11)
    // The payment that lifts the customer still counts at the rank that it began with.
    expect((await buy(customer, 30_000)).received_point_regular).toBe(300)
    expect((await buy(customer, 100)).received_point_regular).toBe(2 + 7)
  })

  test('is for those who entered, from the entry on', async () => {
    const id = await campaign({ ...fixed(10), needs_entry: true })
    const customer = await world.customer()
    expect(await earned(100, customer)).toBe(1)
    await world.app.query('insert into campaign_entries values ($1, $2, ledger.now())', [id, customer.id])
    expect(await earned(100, customer)).toBe(11)
  })

  test('begins with its first moment and is over at its last, in Tokyo', async () => {
    await campaign({
      ...fixed(10),
      starts_at: '2026-12-01T00:00:00+09:00',
      ends_at: '2026-12-26T00:00:00+09:00',
    })
    const customer = await world.customer()
    for (const [at, points] of [
      ['2026-11-30 23:59:59+09', 1],
      ['2026-12-01 00:00:00+09', 11],
      ['2026-12-25 23:59:59+09', 11],
      ['2026-12-26 00:00:00+09', 1],
    ] as const) {
      await world.setClock(at)
      expect([at, await earned(100, customer)]).toEqual([at, points])
    }
  })

  test('stops when it is paused', async () => {
    const id = await campaign(fixed(10))
    await world.app.query('update campaigns set paused_at = now() where id = $1', [id])
    expect(await earned(100)).toBe(1)
  })
})

describe('side by side', () => {
  test('all that add up do, and the better one stands alone', async () => {
    await campaign(plusTwo)
    await campaign(fixed(50))
    const alone = await campaign({ ...fixed(400), stackable: false })
    await campaign({ ...fixed(300), stackable: false })
    expect(await earned(10_000)).toBe(100 + 400)
    // 600 and 50 together are more than 400 alone.
    expect(await earned(30_000)).toBe(300 + 650)
    await world.app.query('update campaigns set paused_at = now() where id = $1', [alone])
    expect(await earned(10_000)).toBe(100 + 300)
  })

  test('of equal offers those that add up win, so that nobody gets both', async () => {
    await campaign(fixed(100))
    await campaign({ ...fixed(100), stackable: false })
    const sale = await buy(await world.customer(), 1_000)
    expect(await reasons(sale.id)).toHaveLength(1)
    expect(sale.received_point_regular).toBe(110)
  })
})

describe('caps', () => {
  test('a transaction brings a fifth of its base at most, the rank’s part included', async () => {
    await campaign(fixed(150))
    await campaign({ ...fixed(150), starts_at: new Date(Date.now() - 3_600_000) })
    const sale = await buy(await world.customer(), 1_000)
    expect(sale.received_point_regular).toBe(200)
    expect(await reasons(sale.id)).toMatchObject([
      { points: 150, cut_by: null },
      { uncut_points: 150, points: 40, cut_by: 'transaction' },
    ])
  })

  test('a member gets no more than the campaign allows one, over all payments', async () => {
    await campaign({ ...plusTwo, member_max: 1_000 })
    const customer = await world.customer()
    expect(await earned(20_000, customer)).toBe(200 + 400)
    const sale = await buy(customer, 40_000)
    expect(sale.received_point_regular).toBe(400 + 600)
    expect(await reasons(sale.id)).toMatchObject([{ uncut_points: 800, points: 600, cut_by: 'member' }])
    expect(await earned(1_000, customer)).toBe(20)
  })

  test('the budget is given to the last point and never passed', async () => {
    const id = await campaign({ ...fixed(60), budget: 100 })
    expect(await earned(1_000)).toBe(70)
    const sale = await buy(await world.customer(), 1_000)
    expect(sale.received_point_regular).toBe(50)
    expect(await reasons(sale.id)).toMatchObject([{ uncut_points: 60, points: 40, cut_by: 'budget' }])
    expect(await earned(1_000)).toBe(10)
    expect(await used(id)).toBe(100)
  })

  test('forty payments at once, from two processes, give the budget once', async () => {
    const id = await campaign({ ...fixed(30), budget: 500 })
    const second = createGatherer(world.openPool(4))
    const customers = await Promise.all(Array.from({ length: 40 }, () => world.customer()))
    const codes = await Promise.all(customers.map((customer) => world.code(customer)))
    const outcomes = await Promise.all(
      codes.map((code, index) => {
        const sale = world.request({
          code,
          cash: 1_000,
          clerk: [world.register, world.neighbour, world.elsewhere][index % 3] ?? world.register,
        })
        return (index % 2 === 0 ? world.gatherer : second).pay(sale)
      }),
    )
    const extra = outcomes.map((outcome) => posted(outcome).received_point_regular - 10)
    expect(extra.reduce((sum, points) => sum + points, 0)).toBe(500)
    expect(extra.toSorted((a, b) => b - a).slice(0, 17)).toEqual([...Array(16).fill(30), 20])
    expect(await used(id)).toBe(500)
  })

  test('what one campaign has run out of, another one still gives', async () => {
    await campaign({ ...fixed(90), stackable: false, budget: 90 })
    await campaign(fixed(20))
    const customers = await Promise.all(Array.from({ length: 6 }, () => world.customer()))
    const codes = await Promise.all(customers.map((customer) => world.code(customer)))
    const outcomes = await Promise.all(codes.map((code) => world.pay({ code, cash: 1_000 })))
    expect(
      outcomes.map((outcome) => posted(outcome).received_point_regular).toSorted((a, b) => a - b),
    ).toEqual([30, 30, 30, 30, 30, 100])
  })
})

describe('the database holds', () => {
  const refusal = async (statement: string, values: unknown[] = []): Promise<string> => {
    try {
      await world.owner.query(statement, values)
    } catch (error) {
      return (error as Error).message
    }
    throw new Error(`let through: ${statement}`)
  }

  test.each([
    ['a rate without its number', { kind: 'rate_add' }],
    ['two numbers', { kind: 'rate_add', rate_bp: 100, points: 5 }],
    ['more than twenty percent', { kind: 'rate_add', rate_bp: 2_001 }],
    ['a factor that gives nothing', { kind: 'multiplier', factor_bp: 10_000 }],
    ['an end before the beginning', { ...plusTwo, ends_at: new Date(0) }],
    ['a lottery that nobody else agreed to', { kind: 'lottery' }],
    ['a lottery that its maker agreed to', { kind: 'lottery', approved_by: 'maker' }],
  ])('%s is no campaign', async (_name, offer: Offer) => {
    await expect(
      campaign(offer['approved_by'] ? { ...offer, approved_by: world.register.user_id } : offer),
    ).rejects.toThrow(/violates check constraint|permission denied/)
  })

  test('what was promised stays while it runs; it may be paused, prolonged and given more', async () => {
    const id = await campaign({ ...plusTwo, budget: 100 })
    for (const change of [
      'rate_bp = 100',
      `starts_at = now() + interval '1 day'`,
      'payment_min = 500',
      'needs_entry = true',
      'budget = null',
      `store_ids = array[gen_random_uuid()]`,
      'member_max = 10',
      `ends_at = now() - interval '1 hour'`,
    ]) {
      expect(await refusal(`update campaigns set ${change} where id = $1`, [id])).toMatch(/has begun/)
    }
    await world.app.query(
      `update campaigns set paused_at = now(), ends_at = ends_at + interval '1 day', budget = 200, name = '冬' where id = $1`,
      [id],
    )
    expect(await refusal('delete from campaigns where id = $1', [id])).toMatch(/never allowed/)
  })

  test('a budget never falls below what is gone, and nobody writes what is gone', async () => {
    const id = await campaign({ ...fixed(60), budget: 100 })
    await earned(1_000)
    expect(await refusal('update campaigns set budget = 59 where id = $1', [id])).toMatch(/check constraint/)
    await expect(world.app.query('update campaigns set budget_used = 0 where id = $1', [id])).rejects.toThrow(
      /permission denied/,
    )
  })

  test('reasons are final, and belong to a movement that gave as much', async () => {
    await campaign(fixed(10))
    const sale = await buy(await world.customer(), 100)
    for (const statement of [
      'update ledger.point_reasons set points = 1',
      'delete from ledger.point_reasons',
      'truncate ledger.point_reasons',
    ]) {
      expect(await refusal(statement)).toMatch(/never allowed/)
      await expect(world.app.query(statement)).rejects.toThrow(/permission denied/)
    }
    expect(
      await refusal(
        `insert into ledger.point_reasons (transaction_id, part, customer_id, campaign_id, rule, label, base, uncut_points,
           points, account) values ($1, 9, $2, gen_random_uuid(), 'fixed_point', 'x', 1, 1, 1, 'point_regular')`,
        [sale.id, sale.customer_id],
      ),
    ).toMatch(/do not fit their movement/)
  })
})
