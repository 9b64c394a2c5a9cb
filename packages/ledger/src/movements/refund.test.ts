import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { spread } from '@shirogane/domain/money/spread'
import { type Account, type Transfer, transfersOf } from '@shirogane/domain/movements/transfer'
import type { Held } from '../act.ts'
import type { RefundFacts } from '@shirogane/domain/refund/facts'
import { planRefund } from '@shirogane/domain/refund/plan-refund'
import { taxOf } from '../pay/allocate.ts'
import type { RefundOutcome, RefundPlan } from '../refund/refund.ts'
import type { TransactionRow } from '../rows.ts'
import { randomFrom } from '../testing/random.ts'
import type { GivingBack } from '../testing/giving-back.ts'
import { createWorld, type Customer, lineOf, posted, type World } from '../testing/world.ts'
import { attemptAct } from '../testing/attempt-act.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterEach(() => world.setClock(null))
afterAll(() => world.close())

function given(outcome: RefundOutcome): TransactionRow {
  if (outcome.code !== null) throw new Error(`refused: ${outcome.code}`)
  return outcome.transaction
}
const refund = async (asked: GivingBack) => given(await world.giveBack(asked))
async function planned(asked: GivingBack): Promise<RefundPlan> {
  const plan = await world.plan(asked)
  if (plan.code !== null) throw new Error(`refused: ${plan.code}`)
  return plan
}
const holdings = async (customer: Customer) => {
  const { balance_paid, balance_bonus, point_regular, point_limited } = await world.wallet(customer)
  return { paid: balance_paid, bonus: balance_bonus, regular: point_regular, limited: point_limited }
}
const ringAndChain = [
  { ...lineOf(1, 7_700), name: '槌目リング' },
  { ...lineOf(2, 3_300), name: '小豆チェーン' },
]

describe('the worked example', () => {
  const sell = async (customer: Customer) =>
    posted(await world.buy(customer, { lines: ringAndChain, points: 1_000, balance: 5_000, cash: 5_000 }))

  test('a ring and a chain for points, balance and cash: the chain goes back to the yen', async () => {
    const customer = await world.customer({ paid: 5_000, points: 1_000 })
    const sale = await sell(customer)
    expect(sale.tax).toEqual([{ rate: 1_000, taxable: 10_000, tax: 909 }])
    expect(sale.received_point_regular).toBe(100)
    const { rows } = await world.app.query(
      'select share_points, share_balance, share_cash from ledger.transaction_lines where transaction_id = $1 order by line',
      [sale.id],
    )
    expect(rows).toEqual([
      { share_points: 700, share_balance: 3_500, share_cash: 3_500 },
      { share_points: 300, share_balance: 1_500, share_cash: 1_500 },
    ])

    const asked = { sale: sale.id, items: [{ line: 2, quantity: 1 }] }
    const plan = await planned(asked)
    const back = await refund(asked)
    expect(back).toMatchObject({
      kind: 'refund',
      related_id: sale.id,
      spent_total: 3_300,
      received_point_regular: 300,
      received_paid: 1_500,
      tender_cash: 1_500,
      tender_point_regular: 30,
      points_reclaimed: 30,
      points_deducted: 0,
      points_owed: 0,
      tax: [{ rate: 1_000, taxable: 3_000, tax: 272 }],
    })
    expect(plan).toMatchObject({
      total: 3_300,
      received_regular: 300,
      received_paid: 1_500,
      cash: 1_500,
      reclaimed: 30,
      tax: back.tax,
      refundable_after: 7_700,
    })
    expect(await holdings(customer)).toEqual({ paid: 1_500, bonus: 0, regular: 370, limited: 0 })
    expect(await world.wallet(customer)).toMatchObject({ level_accumulation: 7_000, point_debt: 0 })
  })

  test('with ten points left to take, the other twenty come off the three hundred, and nothing is owed', async () => {
    const customer = await world.customer({ paid: 5_100, points: 1_000 })
    const sale = await sell(customer)
    // Ninety of the hundred earned are spent.
    posted(await world.buy(customer, { points: 90 }))
    const back = await refund({ sale: sale.id, items: [{ line: 2, quantity: 1 }] })
    expect(back).toMatchObject({
      received_point_regular: 300,
      points_reclaimed: 30,
      tender_point_regular: 30,
      points_deducted: 0,
      points_owed: 0,
      tender_cash: 1_500,
      received_paid: 1_500,
    })
    expect(await holdings(customer)).toMatchObject({ regular: 280 })
  })
})

const refused = async (asked: GivingBack) => {
  const outcome = await world.giveBack(asked)
  return outcome.code === null ? 'posted' : outcome.code
}
const lotsOf = async (customer: Customer) =>
  (
    await world.app.query<{ remaining: number; expires_at: Date }>(
      'select remaining, expires_at from ledger.point_lots where user_id = $1 order by expires_at',
      [customer.id],
    )
  ).rows.map(({ remaining, expires_at }) => [remaining, expires_at.toISOString()])
const setting = async (name: string, value: number, work: () => Promise<void>) => {
  await world.owner.query('insert into settings (key, value) values ($1, $2)', [name, JSON.stringify(value)])
  try {
    await work()
  } finally {
    await world.owner.query('delete from settings where key = $1', [name])
  }
}

test('shares are split in the database as they are at the sale', async () => {
  const draw = randomFrom(9)
  for (let round = 0; round < 300; round += 1) {
    const weights = Array.from({ length: 1 + draw(6) }, () => (draw(4) === 0 ? 0 : draw(999_999_999)))
    const total = weights.reduce((all, weight) => all + weight, 0)
    const amount = total === 0 ? 0 : draw(Math.min(total, 999_999_999) + 1)
    const { rows } = await world.owner.query('select ledger.spread($1, $2)::text[] as parts', [
      amount,
      weights,
    ])
    expect(rows[0].parts.map(Number)).toEqual(spread(amount, weights))
  }
})

describe('the figures of the brand', () => {
  test('950pt off 15,950円: all of it goes back, the points with their own end, and 300pt are taken back', async () => {
    const customer = await world.customer({ limited: [[950, '2099-01-31']] })
    await world.rank(customer, 1)
    const sale = posted(
      await world.buy(customer, { lines: [lineOf(1, 8_800), lineOf(2, 7_150)], points: 950, cash: 15_000 }),
    )
    expect(sale).toMatchObject({
      received_point_regular: 300,
      tax: [{ rate: 1_000, taxable: 15_000, tax: 1_363 }],
    })
    const back = await refund({ sale: sale.id })
    expect(back).toMatchObject({
      spent_total: 15_950,
      tender_cash: 15_000,
      received_point_limited: 950,
      tender_point_regular: 300,
      points_deducted: 0,
      tax: [{ rate: 1_000, taxable: 15_000, tax: 1_363 }],
    })
    expect(await holdings(customer)).toEqual({ paid: 0, bonus: 0, regular: 0, limited: 950 })
    expect(await lotsOf(customer)).toEqual([[950, '2099-01-31T00:00:00.000Z']])
  })

  test('who has spent the 300pt gets 15,000円 less the shortage', async () => {
    const customer = await world.customer()
    await world.rank(customer, 1)
    const sale = posted(await world.buy(customer, { cash: 15_000 }))
    posted(await world.buy(customer, { points: 300 }))
    const back = await refund({ sale: sale.id })
    expect(back).toMatchObject({
      spent_total: 15_000,
      tender_cash: 14_700,
      points_reclaimed: 300,
      points_deducted: 300,
      points_owed: 0,
      tax: [{ rate: 1_000, taxable: 15_000, tax: 1_363 }],
    })
    expect(await holdings(customer)).toMatchObject({ regular: 0 })
  })

  test('1,200円 of 有償 3,000 and 無償 500 come back as 有償 700 and 無償 500, and a part begins with 有償', async () => {
    const customer = await world.customer({ paid: 3_000, bonus: 500 })
    const sale = posted(await world.buy(customer, { balance: 1_200 }))
    expect(sale).toMatchObject({ tender_balance_bonus: 500, tender_balance_paid: 700 })
    expect(await refund({ sale: sale.id, amount: 800 })).toMatchObject({ back_paid: 700, back_bonus: 100 })
    expect(await refund({ sale: sale.id })).toMatchObject({ back_paid: 0, back_bonus: 400 })
    expect(await holdings(customer)).toEqual({ paid: 3_000, bonus: 500, regular: 0, limited: 0 })
  })
})

describe('used points', () => {
  test('return to their own lots, the last used first', async () => {
    await world.setClock('2026-06-01T03:00:00Z')
    const customer = await world.customer({
      points: 50,
      limited: [
        [100, '2026-06-10T14:59:59Z'],
        [100, '2026-07-10T14:59:59Z'],
      ],
    })
    const sale = posted(await world.buy(customer, { points: 220, cash: 0 }))
    expect(await refund({ sale: sale.id, amount: 120 })).toMatchObject({
      received_point_regular: 20,
      received_point_limited: 100,
    })
    expect(await lotsOf(customer)).toEqual([
      [0, '2026-06-10T14:59:59.000Z'],
      [100, '2026-07-10T14:59:59.000Z'],
    ])
    await refund({ sale: sale.id })
    expect(await lotsOf(customer)).toEqual([
      [100, '2026-06-10T14:59:59.000Z'],
      [100, '2026-07-10T14:59:59.000Z'],
    ])
  })

  test('whose lot has ended come back for thirty days, to the end of the last one', async () => {
    await world.setClock('2026-06-01T03:00:00Z')
    const customer = await world.customer({ limited: [[100, '2026-06-10T14:59:59Z']] })
    const sale = posted(await world.buy(customer, { points: 100 }))
    await world.setClock('2026-06-13T03:00:00Z')
    const asked = { sale: sale.id }
    expect((await planned(asked)).returned).toEqual([
      { points: 100, expires_on: '2026-07-13', renewed: true },
    ])
    await refund(asked)
    expect(await lotsOf(customer)).toEqual([
      [0, '2026-06-10T14:59:59.000Z'],
      [100, '2026-07-13T14:59:59.000Z'],
    ])
  })

  test('stay lost where the brand gives them no second life, and a refund of nothing else is none', async () => {
    await world.setClock('2026-06-01T03:00:00Z')
    const customer = await world.customer({ limited: [[100, '2026-06-10T14:59:59Z']] })
    const sale = posted(
      await world.buy(customer, { lines: [lineOf(1, 100), lineOf(2, 500)], points: 100, cash: 500 }),
    )
    const other = await world.customer({ limited: [[100, '2026-06-10T14:59:59Z']] })
    const gone = posted(await world.buy(other, { lines: [lineOf(1, 100)], points: 100 }))
    await world.setClock('2026-06-13T03:00:00Z')
    await setting('refund.expired_points_days', 0, async () => {
      const back = await refund({ sale: sale.id })
      expect(back).toMatchObject({ back_points: 100, points_lapsed: 100, received_point_limited: 0 })
      expect(await holdings(customer)).toMatchObject({ limited: 0 })
      expect((await world.giveBack({ sale: gone.id })).code).toBe('REFUND_NOTHING')
    })
  })
})

describe('earned points', () => {
  test('are taken back in proportion and cut off: many small refunds never take more than one large one', async () => {
    const customer = await world.customer()
    const sale = posted(await world.buy(customer, { cash: 999 }))
    expect(sale.received_point_regular).toBe(9)
    let taken = 0
    for (let times = 0; times < 9; times += 1) {
      taken += (await refund({ sale: sale.id, amount: 100 })).points_reclaimed ?? 0
      expect(taken).toBe(Math.floor((9 * 100 * (times + 1)) / 999))
    }
    await refund({ sale: sale.id })
    expect(await holdings(customer)).toMatchObject({ regular: 0 })
  })

  test('that a campaign gave go first out of their own lot, though another ends before it', async () => {
    await world.setClock('2026-06-01T03:00:00Z')
    const customer = await world.customer({ limited: [[40, '2026-06-10T14:59:59Z']] })
    await withCampaign(50, 60, async () => {
      const sale = posted(await world.buy(customer, { cash: 1_000 }))
      expect(sale).toMatchObject({ received_point_regular: 10, received_point_limited: 50 })
      const back = await refund({ sale: sale.id, amount: 500 })
      expect(back).toMatchObject({ points_reclaimed: 30, tender_point_limited: 30, tender_point_regular: 0 })
      expect((await lotsOf(customer)).map(([left]) => left)).toEqual([40, 20])
      expect(await refund({ sale: sale.id })).toMatchObject({
        points_reclaimed: 30,
        tender_point_limited: 20,
        tender_point_regular: 10,
      })
      const { rows } = await world.app.query(
        `select rule, sum(points) as points, (select budget_used from campaigns c where c.id = q.campaign_id) as used
         from ledger.point_reasons q where transaction_id = $1 or reverses = $1 group by rule, campaign_id order by rule`,
        [sale.id],
      )
      expect(rows).toEqual([
        { rule: 'fixed_point', points: 0, used: 0 },
        { rule: 'level', points: -10, used: null },
      ])
    })
  })

  test('that no money covers are owed, and the next points pay them off', async () => {
    const customer = await world.customer()
    await setting('campaign.max_bp', 1_000_000, () =>
      withCampaign(500, null, async () => {
        const sale = posted(await world.buy(customer, { cash: 300 }))
        expect(sale.received_point_regular).toBe(503)
        await world.owner.query(`update campaigns set ends_at = ledger.now() where paused_at is null`)
        posted(await world.buy(customer, { points: 503 }))
        const back = await refund({ sale: sale.id })
        expect(back).toMatchObject({
          tender_cash: 0,
          points_reclaimed: 503,
          points_deducted: 300,
          points_owed: 203,
          point_debt_after: 203,
        })
      }),
    )
    expect(await world.wallet(customer)).toMatchObject({ point_regular: 0, point_debt: 203 })
    await world.grant(customer, 100, null)
    expect(await world.wallet(customer)).toMatchObject({ point_regular: 0, point_debt: 103 })
    posted(await world.buy(customer, { cash: 20_000 }))
    expect(await world.wallet(customer)).toMatchObject({ point_regular: 97, point_debt: 0 })
  })

  test('points that a refund brings back pay off what was owed before, whatever kind they are', async () => {
    const customer = await world.customer({
      points: 200,
      limited: [
        [150, '2099-01-01T00:00:00Z'],
        [150, '2099-02-01T00:00:00Z'],
      ],
    })
    const sale = posted(await world.buy(customer, { points: 500 }))
    await world.owe(customer, 320)
    await refund({ sale: sale.id, amount: 100 })
    expect(await world.wallet(customer)).toMatchObject({
      point_regular: 0,
      point_limited: 0,
      point_debt: 220,
    })
    await refund({ sale: sale.id })
    expect(await world.wallet(customer)).toMatchObject({
      point_regular: 0,
      point_limited: 180,
      point_debt: 0,
    })
    expect(await lotsOf(customer)).toEqual([
      [30, '2099-01-01T00:00:00.000Z'],
      [150, '2099-02-01T00:00:00.000Z'],
    ])
  })

  test('points for a time that a campaign gives pay off a debt too, where the sale earns nothing else', async () => {
    const customer = await world.customer()
    await world.owe(customer, 6)
    await withCampaign(50, 10, async () => {
      // Too little for a point of the rank's own rate.
      expect(posted(await world.buy(customer, { cash: 50 }))).toMatchObject({
        received_point_regular: 0,
        received_point_limited: 10,
      })
    })
    expect(await world.wallet(customer)).toMatchObject({ point_limited: 4, point_debt: 0 })
  })

  /** A campaign that gives so many points with each payment, for so many days or for good, while the work runs. */
  async function withCampaign(points: number, days: number | null, work: () => Promise<void>): Promise<void> {
    const { rows } = await world.owner.query(
      `insert into campaigns (id, name, kind, points, stackable, starts_at, ends_at, needs_entry, payment_min, points_days,
         budget, created_at, created_by)
       values (gen_random_uuid(), '粗品', 'fixed_point', $1, true, '2020-01-01', '2099-01-01', false, 1, $2, 5000, now(), $3)
       returning id`,
      [points, days, world.manager.user_id],
    )
    try {
      await work()
    } finally {
      await world.owner.query('update campaigns set paused_at = ledger.now() where id = $1', [rows[0].id])
    }
  }
})

describe('the gift for an invitation', () => {
  const give = (
    sale: string,
    customer: Customer,
    { campaign = 'invite', points = 500, yen = 0 } = {},
  ): Promise<boolean> =>
    world.give(customer, {
      occasion: { campaign, period: 'once' },
      sale_id: sale,
      points,
      expires_at: '2099-01-01',
      yen,
    })

  test('goes back with the sale that brought it, out of its own lot, and once', async () => {
    const customer = await world.customer({ limited: [[40, '2098-01-01']] })
    const small = posted(await world.buy(customer, { cash: 999 }))
    const first = posted(await world.buy(customer, { cash: 1_000 }))
    expect(await give(first.id, customer)).toBe(true)
    expect(await give(first.id, customer)).toBe(false)
    const later = posted(await world.buy(customer, { cash: 2_000 }))
    await refund({ sale: later.id })
    await refund({ sale: small.id })
    await refund({ sale: first.id, amount: 999 })
    expect(await holdings(customer)).toMatchObject({ limited: 540 })
    expect(await planned({ sale: first.id })).toMatchObject({ gift: 500 })
    await refund({ sale: first.id })
    expect(await holdings(customer)).toMatchObject({ regular: 0, limited: 40 })
    expect(await lotsOf(customer)).toEqual([
      [40, '2098-01-01T00:00:00.000Z'],
      [0, '2099-01-01T00:00:00.000Z'],
    ])
  })

  test('that was spent is owed', async () => {
    const customer = await world.customer()
    const first = posted(await world.buy(customer, { cash: 1_000 }))
    await give(first.id, customer)
    posted(await world.buy(customer, { points: 450 }))
    await refund({ sale: first.id, kind: 'void' })
    expect(await world.wallet(customer)).toMatchObject({
      point_regular: 0,
      point_limited: 0,
      point_debt: 450,
    })
    await world.grant(customer, 500, null)
    expect(await world.wallet(customer)).toMatchObject({ point_regular: 50, point_debt: 0 })
  })

  test('in yen leaves given balance alone, and what was spent of it is taken in points', async () => {
    const customer = await world.customer({ paid: 1_000 })
    const first = posted(await world.buy(customer, { cash: 2_000 }))
    await give(first.id, customer, { points: 0, yen: 300 })
    posted(await world.buy(customer, { balance: 200 }))
    expect(await planned({ sale: first.id })).toMatchObject({ gift: 0, gift_yen: 300 })
    await refund({ sale: first.id })
    // Of 300円 100 were left; of the other 200 two points, which the second sale had brought, are there.
    expect(await world.wallet(customer)).toMatchObject({
      balance_paid: 1_000,
      balance_bonus: 0,
      point_regular: 0,
      point_debt: 198,
    })
  })

  test('of whoever invited goes back with the same sale, and a sale that went back brings none', async () => {
    const [guest, host] = [await world.customer(), await world.customer({ points: 30 })]
    const first = posted(await world.buy(guest, { cash: 1_000 }))
    await give(first.id, guest)
    await give(first.id, host, { campaign: 'invite_given', points: 200, yen: 100 })
    await refund({ sale: first.id, amount: 400 })
    expect(await world.wallet(host)).toMatchObject({ balance_bonus: 100, point_limited: 200 })
    expect(await planned({ sale: first.id })).toMatchObject({ gift: 500, gift_yen: 0 })
    await refund({ sale: first.id })
    expect(await world.wallet(host)).toMatchObject({
      balance_bonus: 0,
      point_limited: 0,
      point_regular: 30,
      point_debt: 0,
    })
    expect(await world.wallet(guest)).toMatchObject({ point_limited: 0, point_debt: 0 })
    const other = await world.customer()
    expect(await give(first.id, other)).toBe(false)
  })

  test('never outlives its sale, whichever of the refund and the gift comes first', async () => {
    for (let turn = 0; turn < 8; turn += 1) {
      const [guest, host] = [await world.customer(), await world.customer()]
      const sale = posted(await world.buy(guest, { cash: 1_000 }))
      await Promise.all([
        give(sale.id, host, { campaign: 'invite_given' }),
        refund({ sale: sale.id }),
        give(sale.id, guest),
      ])
      for (const one of [guest, host])
        expect(await world.wallet(one)).toMatchObject({ point_limited: 0, point_debt: 0 })
    }
  })
})

describe('lines', () => {
  test('three pieces of one line go back one by one, to the yen', async () => {
    const customer = await world.customer({ paid: 1_000, points: 100 })
    const lines = [
      { ...lineOf(1, 333), quantity: 3, subtotal: 999 },
      { ...lineOf(2, 101), tax_rate_bp: 800 },
    ]
    const sale = posted(await world.buy(customer, { lines, points: 100, balance: 333, cash: 367, card: 300 }))
    const before = await holdings(customer)
    const parts: TransactionRow[] = []
    for (let times = 0; times < 3; times += 1) {
      parts.push(await refund({ sale: sale.id, items: [{ line: 1, quantity: 1 }] }))
    }
    expect(parts.map(({ spent_total }) => spent_total)).toEqual([333, 333, 333])
    expect(await refused({ sale: sale.id, items: [{ line: 1, quantity: 1 }] })).toBe('ALREADY_REFUNDED')
    parts.push(await refund({ sale: sale.id, items: [{ line: 2, quantity: 1 }] }))
    const total = (name: 'back_points' | 'back_paid' | 'back_cash' | 'back_card') =>
      parts.reduce((all, part) => all + (part[name] ?? 0), 0)
    expect([total('back_points'), total('back_paid'), total('back_cash'), total('back_card')]).toEqual([
      100, 333, 367, 300,
    ])
    expect(await holdings(customer)).toEqual({
      ...before,
      paid: before.paid + 333,
      regular: before.regular + 100 - (sale.received_point_regular ?? 0),
    })
    expect(await refused({ sale: sale.id })).toBe('ALREADY_REFUNDED')
  })

  test('money for articles that stay leaves the pieces, which then go back for what is left', async () => {
    const sale = posted(
      await world.pay({ lines: [{ ...lineOf(1, 500), quantity: 2, subtotal: 1_000 }], cash: 1_000 }),
    )
    await refund({ sale: sale.id, amount: 101 })
    const plan = await planned({ sale: sale.id })
    expect(plan.lines[0]).toMatchObject({ refunded_quantity: 0, refundable_quantity: 2, refundable: 899 })
    expect(await refund({ sale: sale.id, items: [{ line: 1, quantity: 1 }] })).toMatchObject({
      spent_total: 450,
    })
    expect(await refund({ sale: sale.id, items: [{ line: 1, quantity: 1 }] })).toMatchObject({
      spent_total: 449,
    })
  })

  test('that were given away come back without a word of their rate, and the books know of none either', async () => {
    const lines = [lineOf(1, 1_000), { ...lineOf(2, 500, 800), discount: 500, subtotal: 0 }]
    const sale = posted(await world.pay({ lines, cash: 1_000 }))
    const back = await refund({ sale: sale.id })
    expect(back.tax).toEqual([{ rate: 1_000, taxable: 1_000, tax: 90 }])
    expect(await world.findings()).toEqual([])
  })

  test('of a sale that points paid like money are taxed with them, and so is what comes back', async () => {
    const customer = await world.customer({ points: 500 })
    const lines = [lineOf(1, 1_100), lineOf(2, 540, 800)]
    const asked = world.request({ code: await world.code(customer), lines, points: 400, cash: 1_240 })
    const sale = posted(await world.gatherer.pay({ ...asked, tax: taxOf(asked.lines, 'payment') }))
    const tax = [
      { rate: 1_000, taxable: 1_100, tax: 100 },
      { rate: 800, taxable: 540, tax: 40 },
    ]
    expect(sale.tax).toEqual(tax)
    expect((await refund({ sale: sale.id })).tax).toEqual(tax)
    expect(await world.findings()).toEqual([])
  })
})

describe('at the same time', () => {
  test('thirty refunds of a sale give back no yen more than was paid', async () => {
    const customer = await world.customer({ paid: 1_000, points: 100 })
    const sale = posted(await world.buy(customer, { points: 100, balance: 500, cash: 400 }))
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, () => world.giveBack({ sale: sale.id, amount: 90 })),
    )
    expect(outcomes.filter(({ code }) => code === null)).toHaveLength(11)
    expect(outcomes.filter(({ code }) => code === 'REFUND_EXCEEDS')).toHaveLength(19)
    await refund({ sale: sale.id })
    expect(await holdings(customer)).toEqual({ paid: 1_000, bonus: 0, regular: 100, limited: 0 })
  })

  test('one key gives back once', async () => {
    const sale = posted(await world.pay({ cash: 1_000 }))
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => world.giveBack({ sale: sale.id, amount: 100, key: 'once' })),
    )
    expect(outcomes.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect(new Set(outcomes.map((outcome) => given(outcome).id)).size).toBe(1)
    expect(await refused({ sale: sale.id, amount: 200, key: 'once' })).toBe('IDEMPOTENCY_KEY_REUSED')
    const { rows } = await world.app.query('select refunded_total from ledger.transactions where id = $1', [
      sale.id,
    ])
    expect(rows).toEqual([{ refunded_total: 100 }])
  })

  test('payments and refunds of one customer from every side end in balanced books', async () => {
    const customer = await world.customer({ paid: 20_000, points: 500 })
    const sales = []
    for (let count = 0; count < 6; count += 1) {
      sales.push(posted(await world.buy(customer, { points: 10, balance: 500, cash: 490 })).id)
    }
    await Promise.all([
      ...sales.flatMap((sale) => [
        world.giveBack({ sale, amount: 300 }),
        world.giveBack({ sale }),
        world.giveBack({ sale, kind: 'void' }),
      ]),
      ...Array.from({ length: 6 }, () => world.buy(customer, { points: 1, balance: 99 })),
    ])
    expect(await world.findings()).toEqual([])
  })
})

describe('a void', () => {
  test('gives the balance of the day back to be spent again', async () => {
    const customer = await world.customer({ paid: 300_000 })
    const first = posted(await world.buy(customer, { balance: 100_000 }))
    posted(await world.buy(customer, { balance: 100_000 }))
    expect((await world.buy(customer, { balance: 1 })).code).toBe('PAY_LIMIT_DAY')
    await refund({ sale: first.id, kind: 'void' })
    posted(await world.buy(customer, { balance: 100_000 }))
    expect(await refused({ sale: first.id, kind: 'void' })).toBe('TXN_VOIDED')
    expect(await refused({ sale: first.id })).toBe('TXN_VOIDED')
  })

  test('belongs to the business day: five in the morning ends it, midnight does not', async () => {
    await world.setClock('2026-06-01T14:00:00Z')
    const [one, two] = [posted(await world.pay({ cash: 100 })), posted(await world.pay({ cash: 100 }))]
    await world.setClock('2026-06-01T19:59:59Z')
    await refund({ sale: one.id, kind: 'void' })
    await world.setClock('2026-06-01T20:00:00Z')
    expect(await refused({ sale: two.id, kind: 'void' })).toBe('TXN_CLOSED')
    expect(await refused({ sale: two.id })).toBe('posted')
  })
})

test('the window is fourteen days in Japan, the last of them included', async () => {
  await world.setClock('2026-06-01T14:30:00Z')
  const [one, two] = [posted(await world.pay({ cash: 100 })), posted(await world.pay({ cash: 100 }))]
  await world.setClock('2026-06-15T14:59:59Z')
  expect(await refused({ sale: one.id })).toBe('posted')
  await world.setClock('2026-06-15T15:00:00Z')
  expect(await refused({ sale: two.id })).toBe('REFUND_PERIOD_OVER')
})

test('what counts towards the rank falls at once, in the year of the sale alone, and the rank stays', async () => {
  await world.setClock('2025-12-31T03:00:00Z')
  const customer = await world.customer()
  const old = posted(await world.buy(customer, { cash: 30_000 }))
  expect(await world.wallet(customer)).toMatchObject({ level_index: 1, level_accumulation: 30_000 })
  const part = await refund({ sale: old.id, amount: 10_000 })
  expect(part).toMatchObject({ level_before: 1, level_after: 1, level_accumulation_after: 20_000 })
  await world.setClock('2026-01-05T03:00:00Z')
  posted(await world.buy(customer, { cash: 5_000 }))
  await refund({ sale: old.id })
  expect(await world.wallet(customer)).toMatchObject({ level_accumulation: 5_000 })
})

test('who has left gets the share of balance in cash; points that were given up stay so', async () => {
  const customer = await world.customer({ paid: 600, points: 100 })
  const sale = posted(await world.buy(customer, { points: 100, balance: 600, cash: 300 }))
  await world.forfeit(customer)
  await world.owner.query('update users set suspended_at = now(), closed_at = now() where id = $1', [
    customer.id,
  ])
  expect(await refund({ sale: sale.id })).toMatchObject({
    tender_cash: 900,
    received_paid: 0,
    back_paid: 600,
    points_lapsed: 100,
    points_reclaimed: 0,
    points_deducted: 0,
  })
  expect(await holdings(customer)).toEqual({ paid: 0, bonus: 0, regular: 0, limited: 0 })
})

describe('who has left', () => {
  const leave = async (customer: Customer) => {
    await world.forfeit(customer)
    await world.owner.query(
      'update users set suspended_at = ledger.now(), closed_at = ledger.now() where id = $1',
      [customer.id],
    )
  }

  test('pays for the points of a sale that they spent before, and for none that they gave up', async () => {
    const customer = await world.customer()
    const sale = posted(await world.buy(customer, { cash: 20_000 }))
    const kept = posted(await world.buy(customer, { points: 150, cash: 60 }))
    await leave(customer)
    // Of 200pt 150 are spent, and the other 50 went with the membership.
    expect(await planned({ sale: sale.id })).toMatchObject({ deducted: 150, cash: 19_850 })
    const half = await refund({ sale: sale.id, amount: 10_000 })
    expect(half).toMatchObject({
      tender_cash: 9_950,
      points_deducted: 50,
      points_reclaimed: 50,
      points_owed: 0,
    })
    expect(await refund({ sale: sale.id })).toMatchObject({ tender_cash: 9_900, points_deducted: 100 })
    // What was bought with them comes back for nothing, and its points lapse.
    expect(await refund({ sale: kept.id })).toMatchObject({
      tender_cash: 60,
      points_lapsed: 150,
      points_deducted: 0,
    })
  })

  test('finds the points that come back to nobody set against those of the other sale', async () => {
    const customer = await world.customer()
    const sale = posted(await world.buy(customer, { cash: 20_000 }))
    const bought = posted(await world.buy(customer, { points: 150, cash: 60 }))
    await leave(customer)
    expect(await refund({ sale: bought.id })).toMatchObject({ points_lapsed: 150, points_deducted: 0 })
    expect(await refund({ sale: sale.id })).toMatchObject({ tender_cash: 20_000, points_deducted: 0 })
  })

  test('gives one point up once, however many sales come back', async () => {
    const customer = await world.customer({ points: 30 })
    const one = posted(await world.buy(customer, { cash: 10_000 }))
    const other = posted(await world.buy(customer, { cash: 10_000 }))
    // 230pt were there, 120 are left.
    posted(await world.buy(customer, { points: 110, card: 10 }))
    await leave(customer)
    expect(await refund({ sale: one.id })).toMatchObject({ tender_cash: 10_000, points_deducted: 0 })
    expect(await refund({ sale: other.id })).toMatchObject({ tender_cash: 9_920, points_deducted: 80 })
  })
})

describe('what the door takes of a decision', () => {
  const sold = async (): Promise<TransactionRow> =>
    posted(await world.buy(await world.customer({ paid: 5_000 }), { balance: 1_000, cash: 500 }))
  const requestFor = (sale: TransactionRow) => ({
    kind: 'refund',
    actor_id: world.manager.user_id,
    session_id: world.manager.session_id,
    route: 'refund',
    key: randomUUID(),
    request_hash: '\\x00',
    transaction_id: randomUUID(),
    sale_id: sale.id,
    register_id: world.manager.register_id,
    items: null,
    amount: null,
    reason: 'お客さま都合',
    approved_by: null,
  })
  const attempt = async (change: (plan: Held<RefundPlan>) => object): Promise<string> => {
    const decide = (facts: RefundFacts) =>
      planRefund(facts, { items: null, amount: null, is_void: false, to_balance: false })
    return attemptAct(world.app, 'refund', requestFor(await sold()), decide, change)
  }

  /** The plan with so much to this account, and no more or less. */
  const giving = (plan: Held<RefundPlan>, given: Partial<Record<Account, number>>): Transfer[] => [
    ...plan.transfers.filter(({ credit }) => given[credit] === undefined),
    ...transfersOf(
      (Object.entries(given) as [Account, number][]).map(([credit, amount]) => [
        'refund',
        credit === 'point_regular' ? 'points_redeemed' : 'sales',
        credit,
        amount,
      ]),
    ),
  ]

  test('the decision of this act', async () => {
    expect(await attempt((plan) => plan)).toBe('posted')
  })

  test.each<[string, (plan: Held<RefundPlan>) => object, RegExp]>([
    ['one that was only looked at', (plan) => ({ ...plan, held: null }), /begins anew/],
    ['one of another transaction', (plan) => ({ ...plan, held: '1' }), /not made of the facts of this act/],
    [
      'more money than the sale was paid with',
      (plan) => ({ ...plan, transfers: giving(plan, { drawer: 501 }) }),
      /does not add up to its movement/,
    ],
    [
      'balance as cash',
      (plan) => ({ ...plan, transfers: giving(plan, { drawer: 1_500, balance_paid: 0 }) }),
      /would bring 1500 yen in cash, where 500 were paid so/,
    ],
    [
      'balance in the place of cash to which the customer did not agree',
      (plan) => ({ ...plan, issued: 500, transfers: giving(plan, { drawer: 0, balance_paid: 1_500 }) }),
      /did not agree/,
    ],
    [
      'less that counts for points and rank',
      (plan) => ({ ...plan, base: 0 }),
      /does not add up to its movement/,
    ],
    [
      'the decision of another sale',
      (plan) => ({ ...plan, sale_id: randomUUID() }),
      /would bring the decision of/,
    ],
    [
      'balance in the place of cash that was not agreed to',
      (plan) => ({ ...plan, transfers: giving(plan, { drawer: 400, balance_paid: 1_100 }) }),
      /does not add up to its movement/,
    ],
    [
      'points out of nothing',
      (plan) => ({ ...plan, transfers: giving(plan, { point_regular: 10 }) }),
      /does not add up to its movement/,
    ],
    [
      'less points than were reclaimed',
      (plan) => ({ ...plan, transfers: giving(plan, { points_cost: 0 }) }),
      /does not add up to its movement/,
    ],
    [
      'more of the bill than its lines',
      (plan) => ({
        ...plan,
        total: plan.total + 1,
        back_cash: plan.back_cash + 1,
        transfers: giving(plan, { drawer: 501 }),
        base: plan.base + 1,
      }),
      /^lines of|would bring/,
    ],
    ['a new lot that nothing came for', (plan) => ({ ...plan, renewed: 500, renewed_taken: 0 }), /^lots of/],
    [
      'a line that gives back more pieces',
      (plan) => ({ ...plan, lines: plan.lines.map((line) => ({ ...line, back_quantity: 2 })) }),
      /^lines of/,
    ],
    [
      'shares of a line that were paid otherwise',
      (plan) => ({
        ...plan,
        lines: plan.lines.map((line) => ({
          ...line,
          back_cash: line.back_cash - 1,
          back_balance: line.back_balance + 1,
        })),
      }),
      /^lines of/,
    ],
  ])('and not %s', async (_, change, refusal) => {
    expect(await attempt(change)).toMatch(refusal)
  })

  test('and no decision without the locks of its act', async () => {
    const sale = await sold()
    const plan = await planned({ sale: sale.id })
    await expect(
      world.app.query('select code from ledger.refund($1, $2)', [
        JSON.stringify(requestFor(sale)),
        JSON.stringify(plan),
      ]),
    ).rejects.toThrow('begins anew')
  })
})
