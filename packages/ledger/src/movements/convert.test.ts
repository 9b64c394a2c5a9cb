import { createHash, randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Movement } from '@shirogane/domain/movements/movement'
import { type ConversionFacts, convertPoints } from '@shirogane/domain/points/convert-points'
import type { Held } from '../act.ts'
import { type ConversionOutcome, postConversion } from '../points/convert.ts'
import { createWorld, type Customer, posted, type World } from '../testing/world.ts'
import { attemptAct } from '../testing/attempt-act.ts'
import { withinPool } from '../within.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
beforeEach(() => terms({ enabled: true, unit: 100, yen_per_unit: 100, step_up_over: 10_000 }))
afterEach(() => world.setClock(null))
afterAll(() => world.close())

async function terms(value: Record<string, unknown> | null): Promise<void> {
  await world.owner.query(`delete from settings where key = 'convert'`)
  if (value) {
    await world.owner.query(`insert into settings (key, value) values ('convert', $1)`, [
      JSON.stringify(value),
    ])
  }
}

type Asked = { key?: string | null; proven?: boolean; hash?: string }

function convert(customer: Customer, points: number, asked: Asked = {}): Promise<ConversionOutcome> {
  const { key = randomUUID(), proven = false, hash = `convert ${points}` } = asked
  return withinPool(world.app, (db) =>
    postConversion(db, {
      transaction_id: randomUUID(),
      customer_id: customer.id,
      points,
      key: key as string,
      request_hash: createHash('sha256').update(hash).digest(),
      is_proven: proven,
    }),
  )
}

const lotsOf = async (customer: Customer) =>
  (
    await world.app.query(
      `select granted, remaining, to_char(expires_at at time zone 'Asia/Tokyo', 'YYYY-MM-DD HH24:MI:SS') as until
       from ledger.bonus_lots where user_id = $1 order by expires_at`,
      [customer.id],
    )
  ).rows

test('points go in the order of their ends, and the balance ends when they would have', async () => {
  await world.setClock('2026-11-21 12:00+09')
  const customer = await world.customer({
    paid: 1_000,
    points: 500,
    limited: [
      [150, '2027-01-31T23:59:59+09:00'],
      [200, '2026-12-31T23:59:59+09:00'],
    ],
  })
  await world.setClock('2026-12-01 12:00+09')
  const { transaction, code } = await convert(customer, 600)
  expect(code).toBeNull()
  expect(await world.wallet(customer)).toMatchObject({
    balance_paid: 1_000,
    balance_bonus: 600,
    point_limited: 0,
    point_regular: 250,
    // An exchange is a use: what stays lives on.
    point_regular_expires_on: '2027-12-01',
  })
  expect(await lotsOf(customer)).toEqual([
    { granted: 200, remaining: 200, until: '2026-12-31 23:59:59' },
    { granted: 150, remaining: 150, until: '2027-01-31 23:59:59' },
    { granted: 250, remaining: 250, until: '2027-11-21 23:59:59' },
  ])
  const { rows } = await world.app.query(
    `select kind, tender_point_limited, tender_point_regular, received_bonus, rate_bp from ledger.transactions where id = $1`,
    [transaction],
  )
  expect(rows[0]).toEqual({
    kind: 'convert',
    tender_point_limited: 350,
    tender_point_regular: 250,
    received_bonus: 600,
    rate_bp: 10_000,
  })
  // It is spent like all given balance, and ends on its day.
  posted(await world.buy(customer, { balance: 50 }))
  await world.setClock('2027-01-01 00:10+09')
  await world.app.query('select ledger.expire_due(null, 100)')
  expect(await world.wallet(customer)).toMatchObject({ balance_bonus: 400, balance_paid: 1_000 })
})

test('a rate that leaves fractions gives each yen once', async () => {
  await terms({ enabled: true, unit: 100, yen_per_unit: 97 })
  const customer = await world.customer({
    limited: [
      [33, '2098-01-31T23:59:59+09:00'],
      [33, '2098-02-28T23:59:59+09:00'],
      [234, '2098-03-31T23:59:59+09:00'],
    ],
  })
  expect(await convert(customer, 300)).toMatchObject({ code: null })
  expect((await world.wallet(customer)).balance_bonus).toBe(291)
  expect((await lotsOf(customer)).map(({ granted }) => granted)).toEqual([32, 32, 227])
})

describe('nothing moves', () => {
  test.each<{ name: string; points: number; code: string; n: number | null; hold?: object }>([
    { name: 'one point', points: 1, code: 'CONVERT_UNIT', n: 100 },
    { name: 'no point', points: 0, code: 'CONVERT_UNIT', n: 100 },
    { name: 'fewer than none', points: -100, code: 'CONVERT_UNIT', n: 100 },
    { name: 'no whole unit', points: 150, code: 'CONVERT_UNIT', n: 100 },
    { name: 'more than there are', points: 600, code: 'INSUFFICIENT_POINT', n: null },
    {
      name: 'more balance than anybody may hold',
      points: 500,
      code: 'CONVERT_BALANCE_LIMIT',
      n: 100_000,
      hold: { paid: 99_501 },
    },
  ])('$name: $code', async ({ points, code, n, hold }) => {
    const customer = await world.customer({ points: 500, ...hold })
    const before = await world.wallet(customer)
    const key = randomUUID()
    expect(await convert(customer, points, { key })).toMatchObject({ transaction: null, code, n })
    // The refusal is the key's answer for good.
    await world.grant(customer, 1_000, null)
    expect(await convert(customer, points, { key })).toMatchObject({ code, n, replayed: true })
    expect(await world.wallet(customer)).toMatchObject({
      ...before,
      point_regular: before.point_regular + 1_000,
      point_regular_expires_on: expect.any(String),
    })
  })

  test('without terms, and while they are off', async () => {
    const customer = await world.customer({ points: 500 })
    await terms(null)
    expect(await convert(customer, 100)).toMatchObject({ code: 'CONVERT_UNAVAILABLE' })
    await terms({ enabled: false })
    expect(await convert(customer, 100)).toMatchObject({ code: 'CONVERT_UNAVAILABLE' })
  })

  test('while points are owed', async () => {
    const customer = await world.customer({ points: 500 })
    await world.owe(customer, 20)
    expect(await convert(customer, 100)).toMatchObject({ code: 'CONVERT_DEBT', n: 20 })
    await world.grant(customer, 20, null)
    expect(await convert(customer, 100)).toMatchObject({ code: null })
  })

  test('with points that have ended, nor for somebody who is suspended', async () => {
    await world.setClock('2026-11-21 12:00+09')
    const customer = await world.customer({ points: 500 })
    await world.setClock('2027-11-22 00:00+09')
    expect(await convert(customer, 100)).toMatchObject({ code: 'INSUFFICIENT_POINT' })
    await world.grant(customer, 500, null)
    await world.owner.query('update users set suspended_at = now() where id = $1', [customer.id])
    expect(await convert(customer, 100)).toMatchObject({ code: 'AUTH_SUSPENDED' })
  })
})

describe('twice at once', () => {
  test('one key exchanges once', async () => {
    const customer = await world.customer({ points: 1_000 })
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 8 }, () => convert(customer, 300, { key })))
    expect(new Set(answers.map(({ transaction }) => transaction)).size).toBe(1)
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect(await world.wallet(customer)).toMatchObject({ point_regular: 700, balance_bonus: 300 })
    expect(await convert(customer, 200, { key, hash: 'another' })).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
  })

  test('keys of their own never take more than there is', async () => {
    const customer = await world.customer({ points: 1_000 })
    const answers = await Promise.all(Array.from({ length: 8 }, () => convert(customer, 300)))
    expect(answers.filter(({ code }) => code === null)).toHaveLength(3)
    expect(await world.wallet(customer)).toMatchObject({ point_regular: 100, balance_bonus: 900 })
  })

  test('beside sales and gifts nothing is lost and nothing doubled', async () => {
    const customer = await world.customer({ points: 1_000, paid: 1_000 })
    const codes = await Promise.all(Array.from({ length: 4 }, () => world.customer({ points: 1 })))
    await Promise.all([
      ...Array.from({ length: 4 }, () => convert(customer, 200)),
      ...Array.from({ length: 4 }, () => world.grant(customer, 100, null)),
      world.buy(customer, { points: 100, balance: 300 }),
      ...codes.map((other) => world.buy(other, { points: 1 })),
    ])
    const wallet = await world.wallet(customer)
    expect(wallet.point_regular + wallet.balance_bonus + wallet.balance_paid).toBe(
      1_000 + 1_000 + 400 - 400 + 3,
    )
  })
})

test('beyond the daily amount the customer shows who they are, and the same key goes through then', async () => {
  const customer = await world.customer({ points: 30_000 })
  expect(await convert(customer, 10_000)).toMatchObject({ code: null })
  const key = randomUUID()
  expect(await convert(customer, 100, { key })).toMatchObject({ code: 'STEP_UP_REQUIRED', transaction: null })
  expect(await convert(customer, 100, { key, proven: true })).toMatchObject({ code: null, replayed: false })
  expect(await world.wallet(customer)).toMatchObject({ point_regular: 19_900, balance_bonus: 10_100 })
})

describe('what the door takes of a decision', () => {
  type Plan = Held<{ movements: Movement[] }>
  async function attempt(change: (plan: Plan) => object): Promise<string> {
    const customer = await world.customer({ points: 500 })
    const request = {
      transaction_id: randomUUID(),
      customer_id: customer.id,
      points: 300,
      key: randomUUID(),
      request_hash: Buffer.alloc(1),
    }
    const decide = ({ member }: { member: ConversionFacts | null }) =>
      convertPoints(member!, { ...request, is_proven: true })
    return attemptAct(world.app, 'convert_points', request, decide, change)
  }
  const withMovement = (plan: Plan, change: Partial<Movement>) => ({
    ...plan,
    movements: plan.movements.map((movement) => ({ ...movement, ...change })),
  })
  const withAmounts = (plan: Plan, points: number, yen: number, change: Partial<Movement> = {}) =>
    withMovement(plan, {
      transfers: plan.movements[0]!.transfers.map((one) => ({
        ...one,
        amount: one.credit === 'balance_bonus' ? yen : points,
      })),
      ...change,
    })
  const until = '2099-01-01'

  test('the decision of this act', async () => {
    expect(await attempt((plan) => plan)).toBe('posted')
  })

  test.each<[string, (plan: Plan) => object, RegExp]>([
    ['one that was not made under its locks', (plan) => ({ ...plan, held: '1' }), /not made of the facts/],
    [
      'more yen than the rate gives',
      (plan) => withAmounts(plan, 300, 301),
      /parts of other yen or ends than those of 301/,
    ],
    [
      'a rate that is none of these points',
      (plan) => withMovement(plan, { rate_bp: 20_000 }),
      /movements_add_up/,
    ],
    [
      'lots for more than was given',
      (plan) => withMovement(plan, { new_bonus_lots: [{ amount: 400, until }] }),
      /parts of other yen or ends than those of 300/,
    ],
    [
      'balance that lives longer than its points',
      (plan) => withMovement(plan, { new_bonus_lots: [{ amount: 300, until }] }),
      /parts of other yen or ends/,
    ],
    [
      'other points than were asked for',
      (plan) => withAmounts(plan, 600, 600, { new_bonus_lots: [{ amount: 600, until }] }),
      /would take 0 limited and 600 regular ones/,
    ],
    ['those of another member', (plan) => withMovement(plan, { customer_id: randomUUID() }), /would take/],
  ])('and not %s', async (_, change, refusal) => {
    expect(await attempt(change)).toMatch(refusal)
  })
})
