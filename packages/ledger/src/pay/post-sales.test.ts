import { noTenders } from '@shirogane/domain/sales/tenders'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rowsOf } from '../within.ts'
import { createWorld, type Holdings, lineOf, posted, type Sale, type World } from '../testing/world.ts'
import type { SaleRow } from './decided-sale.ts'
import { documentsTo } from './pay-within.ts'
import type { PayRequest } from './pay-request.ts'
import { paySales, type SaleStatements } from './post-sales.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const documents = (): SaleStatements => documentsTo(rowsOf(world.app))
const pay = async (request: PayRequest, statements: Partial<SaleStatements> = {}) => {
  const [outcome] = await paySales({ ...documents(), ...statements }, [request], {
    asksStock: false,
    busy: new Set(),
  })
  return outcome!
}
/** Something happens between the facts of a sale and its posting. */
const meanwhile = (work: () => Promise<unknown>): Partial<SaleStatements> => ({
  post: async (batch) => {
    await work()
    return documents().post(batch)
  },
})
/** The application's role says something else than was decided. */
const saying = (change: Partial<SaleRow>): Partial<SaleStatements> => ({
  post: (batch) => documents().post({ ...batch, rows: batch.rows.map((row) => ({ ...row, ...change })) }),
})
const saleOf = async (sale: Sale = {}) => {
  const customer = await world.customer({ paid: 10_000, points: 500 })
  const request = world.request({ code: await world.code(customer), balance: 1_000, points: 100, ...sale })
  return { customer, request }
}
const keysOf = async ({ actor_id, key }: PayRequest) =>
  (
    await world.owner.query('select refusal from ledger.idempotency where actor_id = $1 and key = $2', [
      actor_id,
      key,
    ])
  ).rows

describe('asked for again, a sale has the same answer to the byte', () => {
  const rich = { paid: 50_000, bonus: 3_000, points: 900, limited: [[300, '2100-01-31T15:00:00Z']] } as const
  const codeOf = async (holdings: Holdings = rich) => world.code(await world.customer(holdings))
  const debtor = async (points: number) => {
    const customer = await world.customer(rich)
    await world.owe(customer, points)
    return world.code(customer)
  }
  const ranked = async () => {
    const customer = await world.customer(rich)
    await world.rank(customer, 3)
    return world.code(customer)
  }
  const trusted = async () => {
    const customer = await world.customer(rich)
    await world.trust(customer)
    return world.code(customer)
  }
  const lines = [lineOf(1, 5_000), lineOf(2, 5_000, 800), lineOf(3, 11, 0)]

  test.each<[string, () => Promise<PayRequest>]>([
    [
      'without a member',
      async () => world.request({ cash: 999, cash_tendered: 1_000, note: ' ☾ "贈り物"\\\n' }),
    ],
    [
      'with every tender and rate of tax',
      async () => {
        const tenders = { ...noTenders, points: 700, balance: 4_000, cash: 300, card: 11, later: 5_000 }
        return world.sign(world.request({ code: await trusted(), lines, ...tenders }))
      },
    ],
    ['of points alone', async () => world.request({ code: await codeOf(), points: 1_200 })],
    ['on digits', async () => world.request({ digits: await codeOf(), balance: 1_000, note: '' })],
    ['of a given rank', async () => world.request({ code: await ranked(), cash: 150_000 })],
    ['that brings a rank', async () => world.request({ code: await codeOf(), card: 350_000 })],
    ['that pays off points owed', async () => world.request({ code: await debtor(800), cash: 90_000 })],
    [
      'that pays off some of them',
      async () => world.request({ code: await debtor(5_000), balance: 900, points: 1 }),
    ],
    [
      'that was opened before',
      async () => {
        const { checkout_id } = await world.claim(await codeOf())
        return world.request({ checkout: checkout_id!, balance: 700 })
      },
    ],
    [
      'of a terminal',
      async () => ({
        ...world.request({ card: 900 }),
        sale: { terminal: { brand: 'x', approval_number: '1' } },
      }),
    ],
    [
      'whose id is written in capitals',
      async () => world.request({ cash: 120, id: randomUUID().toUpperCase() }),
    ],
  ])('%s', async (_, asked) => {
    const sale = await asked()
    const first = await world.gatherer.pay(sale)
    const again = await world.gatherer.pay(sale)
    expect(again).toMatchObject({ code: null, replayed: true })
    expect(JSON.stringify(again)).toBe(JSON.stringify({ ...first, replayed: true }))
  })
})

test('a balance that the wallet does not come to is refused', async () => {
  for (const name of ['paid_after', 'bonus_after', 'regular_after', 'limited_after'] as const) {
    const { customer, request } = await saleOf()
    await expect(pay(request, saying({ [name]: 7 }))).rejects.toThrow(/do not add up to its movement/)
    expect(await world.wallet(customer)).toMatchObject({ balance_paid: 10_000, point_regular: 500 })
  }
})

describe('what moved since it was read is decided anew, and leaves no trace', () => {
  test('the wallet, by another payment', async () => {
    const { customer, request } = await saleOf({ balance: 10_000, points: 0 })
    const other = world.request({ code: await world.code(customer), balance: 1 })
    expect(
      await pay(
        request,
        meanwhile(() => world.gatherer.pay(other)),
      ),
    ).toMatchObject({ waits_for: 'moved' })
    expect(await keysOf(request)).toEqual([])
    // What the other one left is too little now, and that stands for the key.
    expect(await pay(request)).toMatchObject({ code: 'INSUFFICIENT_BALANCE', n: 1 })
    expect(await keysOf(request)).toEqual([{ refusal: { code: 'INSUFFICIENT_BALANCE', n: 1 } }])
    expect(await world.wallet(customer)).toMatchObject({ balance_paid: 9_999 })
  })

  test('the code, which another register takes', async () => {
    const { request } = await saleOf()
    const taken = () =>
      world.owner.query(
        `update ledger.pay_codes set expires_at = expires_at - interval '1 second' where token_hash = $1`,
        [request.token_hash],
      )
    expect(await pay(request, meanwhile(taken))).toMatchObject({ waits_for: 'moved' })
    expect(await pay(request)).toMatchObject({ code: null })
  })

  test('the customer, who is suspended', async () => {
    const { customer, request } = await saleOf()
    const suspend = () =>
      world.owner.query('update users set suspended_at = now() where id = $1', [customer.id])
    expect(await pay(request, meanwhile(suspend))).toMatchObject({ waits_for: 'moved' })
    expect(await pay(request)).toMatchObject({ code: 'CUSTOMER_SUSPENDED' })
  })

  test('but for an answer that came meanwhile: it is told again', async () => {
    const { customer, request } = await saleOf()
    const first = meanwhile(async () => posted(await world.gatherer.pay(request)))
    expect(await pay(request, first)).toMatchObject({ code: null, replayed: true })
    expect(await world.wallet(customer)).toMatchObject({ balance_paid: 9_000 })
  })
})

describe('a decision may not say', () => {
  test.each<[string, Partial<SaleRow>]>([
    ['more points than the rank gives', { earned: 1_000_000 }],
    ['points of a campaign that gave none', { earned_limited: 50 }],
    ['another rate than that of the rank', { rate_bp: 5_000, earned: 5_000 }],
    ['another rank than is held', { level_before: 2 }],
    ['more money than was paid', { base: 100_000, earned: 1_000, accumulation: 100_000 }],
    ['more of the year than was counted', { accumulation: 1_000_000 }],
    ['fewer points used than were asked for', { use_regular: 0 }],
    ['a debt where nothing is deferred', { receivable_after: 7 }],
    ['a member whose code was not shown', { pay_code_id: null, code_version: null }],
    ['a lower total', { total: 100 }],
  ])('%s', async (_, change) => {
    const { customer, request } = await saleOf()
    await expect(pay(request, saying(change))).rejects.toThrow('says what no decision may')
    expect(await keysOf(request)).toEqual([])
    expect(await world.wallet(customer)).toMatchObject({ balance_paid: 10_000, point_regular: 500 })
  })

  test('what a customer holds where there is none', async () => {
    const sale = world.request({ cash: 100 })
    await expect(pay(sale, saying({ paid_after: 7 }))).rejects.toThrow('says what no decision may')
  })

  test('another customer than the one whose code was shown', async () => {
    const { request } = await saleOf()
    const other = await world.customer({ paid: 10_000, points: 500 })
    const { rows } = await world.owner.query(
      'select user_id as customer_id, xmin::text as wallet_version from ledger.wallets where user_id = $1',
      [other.id],
    )
    await expect(pay(request, saying(rows[0]))).rejects.toThrow('says what no decision may')
  })

  test('that less was paid than the sale comes to', async () => {
    const { customer, request } = await saleOf({ points: 0 })
    await expect(pay(request, saying({ use_paid: 1 }))).rejects.toThrow('movements_add_up')
    expect(await world.wallet(customer)).toMatchObject({ balance_paid: 10_000 })
  })
})
