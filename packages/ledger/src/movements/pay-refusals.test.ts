import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { countOf, held, refusalOf } from '../testing/outcomes.ts'
import {
  type Clerk,
  createWorld,
  type Customer,
  type Holdings,
  posted,
  type Sale,
  type World,
} from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterEach(() => world.setClock(null))
afterAll(() => world.close())

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
        clerk: await world.clerk(world.register.store_id, world.register.register_id, customer.id),
      }),
      refusal: 'SELF_DEALING',
    },
  ])('$name: $refusal', async ({ holdings, sale, refusal }) => {
    const customer = await world.customer(holdings)
    const asked = typeof sale === 'function' ? await sale(customer) : sale
    const before = [await held(world, customer), await countOf(world, 'transactions', customer)]
    expect(refusalOf(await world.pay(asked))).toBe(refusal)
    expect([await held(world, customer), await countOf(world, 'transactions', customer)]).toEqual(before)
  })

  const revoke = `update sessions set revoked_at = now(), revoked_reason = 'logout' where user_id = $1`
  test.each<{ name: string; clerk: () => Promise<Clerk>; refusal: string }>([
    {
      name: 'a dismissed employee',
      clerk: async () => {
        const clerk = await world.clerk(world.register.store_id, world.register.register_id)
        await world.owner.query('update employees set active = false where user_id = $1', [clerk.user_id])
        return clerk
      },
      refusal: 'FORBIDDEN',
    },
    {
      name: 'a suspended employee',
      clerk: async () => {
        const clerk = await world.clerk(world.register.store_id, world.register.register_id)
        await world.owner.query('update users set suspended_at = now() where id = $1', [clerk.user_id])
        return clerk
      },
      refusal: 'FORBIDDEN',
    },
    {
      name: 'a revoked session',
      clerk: async () => {
        const clerk = await world.clerk(world.register.store_id, world.register.register_id)
        await world.owner.query(revoke, [clerk.user_id])
        return clerk
      },
      refusal: 'FORBIDDEN',
    },
    {
      name: 'a session past its last day',
      clerk: async () => {
        const clerk = await world.clerk(world.register.store_id, world.register.register_id)
        await world.owner.query(`update sessions set absolute_expires_at = now() where user_id = $1`, [
          clerk.user_id,
        ])
        return clerk
      },
      refusal: 'FORBIDDEN',
    },
    {
      name: 'a session that does not exist',
      clerk: () => Promise.resolve({ ...world.register, session_id: randomUUID() }),
      refusal: 'FORBIDDEN',
    },
    {
      name: 'the session of somebody else',
      clerk: () => Promise.resolve({ ...world.register, session_id: world.neighbour.session_id }),
      refusal: 'FORBIDDEN',
    },
    {
      name: 'an employee of another store',
      clerk: () =>
        Promise.resolve({
          ...world.elsewhere,
          store_id: world.register.store_id,
          register_id: world.register.register_id,
        }),
      refusal: 'FORBIDDEN',
    },
    {
      name: 'head office, which sells nothing',
      clerk: async () => {
        const clerk = await world.clerk(world.register.store_id, world.register.register_id)
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
      clerk: () => Promise.resolve({ ...world.register, register_id: world.elsewhere.register_id }),
      refusal: 'NOT_FOUND',
    },
  ])('$name: $refusal', async ({ clerk, refusal }) => {
    const customer = await world.customer({ paid: 100 })
    expect(refusalOf(await world.buy(customer, { clerk: await clerk(), balance: 100 }))).toBe(refusal)
    expect(refusalOf(await world.pay({ clerk: await clerk(), cash: 100 }))).toBe(refusal)
    expect(await held(world, customer)).toEqual([100, 0, 0, 0])
    expect(await countOf(world, 'transactions', customer)).toBe(1)
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
    expect(await countOf(world, 'transactions', customer)).toBe(0)
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

  test('is the one that the brand sets, from the next spending on', async () => {
    await world.setClock(startOfDay)
    const set = async (max: number) =>
      world.owner.query(
        `insert into settings (key, value) values ('limits', jsonb_build_object('pay_day_max', $1::bigint))
         on conflict (key) do update set value = excluded.value`,
        [max],
      )
    const customer = await world.customer({ paid: 500_000 })
    await set(150_000)
    posted(await world.buy(customer, { balance: 100_000 }))
    expect(refusalOf(await world.buy(customer, { balance: 50_001 }))).toBe('PAY_LIMIT_DAY 150000')
    posted(await world.buy(customer, { balance: 50_000 }))

    await set(250_000)
    posted(await world.buy(customer, { balance: 100_000 }))
    expect(refusalOf(await world.buy(customer, { balance: 1 }))).toBe('PAY_LIMIT_DAY 250000')

    // A customer who has spent more than the new ceiling spends no more of their balance, and pays in any other way.
    await set(1_000)
    expect(refusalOf(await world.buy(customer, { balance: 1 }))).toBe('PAY_LIMIT_DAY 1000')
    posted(await world.buy(customer, { cash: 1_000, points: 1 }))
    await world.owner.query(`delete from settings where key = 'limits'`)
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
