import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { judgeAllRanks } from '../testing/ranks.ts'
import { createWorld, type Customer, posted, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterEach(() => world.setClock(null))
afterAll(() => world.close())

const buy = async (customer: Customer, sale: number | Parameters<World['buy']>[1]) =>
  posted(await world.buy(customer, typeof sale === 'number' ? { cash: sale } : sale))

const judgeAll = (count = 3) => judgeAllRanks(world.app, count)

async function standing(customer: Customer) {
  const { level_index, level_carried, level_year, level_accumulation } = (await world.wallet(
    customer,
  )) as never as Record<string, number>
  return [level_index, level_carried, level_year, level_accumulation]
}

async function changes(customer: Customer) {
  const { rows } = await world.app.query(
    `select reason, year, level_before, level_after, accumulation from ledger.level_changes
     where user_id = $1 order by at, year`,
    [customer.id],
  )
  return rows.map((row) => Object.values(row))
}

async function refund(sale: string, amount?: number): Promise<void> {
  const { code } = await world.giveBack({ sale, ...(amount !== undefined && { amount }) })
  expect(code).toBeNull()
}

test('99,999 yen are つちめ, one more is いぶし, once; a refund takes it back at night and never at once', async () => {
  await world.setClock('2026-05-10 12:00:00+09')
  const customer = await world.customer()
  const first = await buy(customer, 99_999)
  expect(first).toMatchObject({ level_before: 0, level_after: 1 })
  expect(await buy(customer, 1)).toMatchObject({ level_before: 1, level_after: 2 })
  expect(await buy(customer, 1)).toMatchObject({ level_before: 2, level_after: 2 })
  await refund(first.id, 2)
  expect(await standing(customer)).toEqual([2, 0, 2026, 99_999])
  await judgeAll()
  expect(await standing(customer)).toEqual([1, 0, 2026, 99_999])
  expect(await changes(customer)).toEqual([['refund', 2026, 2, 1, 99_999]])
  await judgeAll()
  expect(await changes(customer)).toHaveLength(1)
})

test('a rank holds to the end of the next year, and then falls one step a year', async () => {
  await world.setClock('2026-12-31 23:59:59+09')
  const customer = await world.customer()
  await buy(customer, 150_000)
  for (const [at, expected] of [
    ['2026-12-31 23:59:59+09', [2, 0, 2026, 150_000]],
    ['2027-01-01 00:20:00+09', [2, 2, 2027, 0]],
    ['2027-12-31 23:59:59+09', [2, 2, 2027, 0]],
    ['2028-01-01 00:20:00+09', [1, 1, 2028, 0]],
    ['2029-01-01 00:20:00+09', [0, 0, 2029, 0]],
    ['2030-01-01 00:20:00+09', [0, 0, 2030, 0]],
  ] as const) {
    await world.setClock(at)
    await judgeAll()
    expect([at, await standing(customer)]).toEqual([at, expected])
  }
  expect(await changes(customer)).toEqual([
    ['year', 2028, 2, 1, 0],
    ['year', 2029, 1, 0, 0],
  ])
})

test('what was earned in a year counts where it is more than one step down', async () => {
  await world.setClock('2026-06-01 12:00:00+09')
  const customer = await world.customer()
  await buy(customer, 1_200_000)
  await world.setClock('2027-06-01 12:00:00+09')
  await buy(customer, 30_000)
  expect(await standing(customer)).toEqual([4, 4, 2027, 30_000])
  await world.setClock('2028-01-01 00:20:00+09')
  await judgeAll()
  expect(await standing(customer)).toEqual([3, 3, 2028, 0])
  await buy(customer, 1_000_000)
  await world.setClock('2029-01-01 00:20:00+09')
  await judgeAll()
  expect(await standing(customer)).toEqual([4, 4, 2029, 0])
})

test('a refund leaves the rank that was brought along', async () => {
  await world.setClock('2026-06-01 12:00:00+09')
  const customer = await world.customer()
  await buy(customer, 40_000)
  await world.setClock('2027-02-01 12:00:00+09')
  await refund((await buy(customer, 110_000)).id)
  await judgeAll()
  expect(await standing(customer)).toEqual([1, 1, 2027, 0])
})

describe('what goes back of a purchase of the year before', () => {
  /** A purchase of 28 December beside what was bought before, and the night of New Year. */
  async function december(yen: number, before = 0, holdings = {}) {
    await world.setClock('2026-12-28 12:00:00+09')
    const customer = await world.customer(holdings)
    if (before > 0) await buy(customer, before)
    const sale = await buy(customer, yen)
    await world.setClock('2027-01-01 00:20:00+09')
    await judgeAll()
    await world.setClock('2027-01-05 12:00:00+09')
    return { customer, sale }
  }
  const night = async (at: string) => {
    await world.setClock(at)
    await judgeAll()
  }

  test('takes the rank that it brought into the new year, at night, and the year after begins from there', async () => {
    const { customer, sale } = await december(300_000)
    expect(await standing(customer)).toEqual([3, 3, 2027, 0])
    await refund(sale.id)
    expect(await standing(customer)).toEqual([3, 3, 2027, 0])
    await night('2027-01-06 00:20:00+09')
    expect(await standing(customer)).toEqual([0, 0, 2027, 0])
    expect(await changes(customer)).toEqual([['refund', 2027, 3, 0, 0]])
    await judgeAll()
    await night('2028-01-01 00:20:00+09')
    expect(await standing(customer)).toEqual([0, 0, 2028, 0])
    expect(await changes(customer)).toHaveLength(1)
  })

  test('leaves what the rest of that year earned, in one part or in many', async () => {
    const { customer, sale } = await december(270_000, 30_000)
    for (let part = 0; part < 9; part += 1) await refund(sale.id, 20_000)
    await night('2027-01-06 00:20:00+09')
    // 120,000円 are left of the year.
    expect(await standing(customer)).toEqual([2, 2, 2027, 0])
    await world.setClock('2027-01-06 12:00:00+09')
    await refund(sale.id)
    await night('2027-01-07 00:20:00+09')
    expect(await standing(customer)).toEqual([1, 1, 2027, 0])
  })

  test('leaves one below the rank held before, and what the new year has earned', async () => {
    await world.setClock('2026-06-01 12:00:00+09')
    const customer = await world.customer()
    await buy(customer, 1_000_000)
    await world.setClock('2027-12-28 12:00:00+09')
    const sale = await buy(customer, 1_000_000)
    await night('2028-01-01 00:20:00+09')
    expect(await standing(customer)).toEqual([4, 4, 2028, 0])
    await world.setClock('2028-01-05 12:00:00+09')
    await refund(sale.id)
    await night('2028-01-06 00:20:00+09')
    expect(await standing(customer)).toEqual([3, 3, 2028, 0])

    const other = await december(300_000)
    await buy(other.customer, 100_000)
    await refund(other.sale.id)
    await night('2027-01-06 00:20:00+09')
    expect(await standing(other.customer)).toEqual([2, 0, 2027, 100_000])
  })

  test('is judged by the quotas of its own year, and before a year that nobody judged', async () => {
    const { customer, sale } = await december(300_000)
    await world.app.query('update levels set quota = 20000 where level_index = 1')
    await refund(sale.id, 275_000)
    // No night until the next New Year: of 25,000円 nothing was earned in 2026.
    await night('2028-01-01 00:20:00+09')
    expect(await standing(customer)).toEqual([0, 0, 2028, 0])
    await world.app.query('update levels set quota = 30000 where level_index = 1')
  })

  test('takes of a deferred sale the part of the old year first, and never what other purchases earned', async () => {
    await world.setClock('2026-12-28 12:00:00+09')
    const customer = await world.customer()
    await world.trust(customer, 50_000)
    const sale = await buy(customer, { cash: 20_000, later: 20_000 })
    await buy(customer, 30_000)
    await world.setClock('2027-01-02 12:00:00+09')
    expect((await world.collect({ customer, sale: sale.id })).code).toBeNull()
    await buy(customer, 5_000)
    for (const part of [15_000, 15_000, 10_000]) await refund(sale.id, part)
    await night('2027-01-06 00:20:00+09')
    expect(await standing(customer)).toEqual([1, 1, 2027, 5_000])
    const { rows } = await world.owner.query(
      'select level_last_sum::int as last, level_last_refunded as open from ledger.wallets where user_id = $1',
      [customer.id],
    )
    expect(rows).toEqual([{ last: 30_000, open: false }])
  })

  test('changes nothing for whom the year before is not known', async () => {
    const { customer, sale } = await december(300_000)
    await world.owner.query(
      'update ledger.wallets set level_last_sum = null, level_last_rank = null where user_id = $1',
      [customer.id],
    )
    await refund(sale.id)
    await night('2027-01-06 00:20:00+09')
    expect(await standing(customer)).toEqual([3, 3, 2027, 0])
  })
})

test('a year of nights that nobody ran comes to the same', async () => {
  await world.setClock('2026-06-01 12:00:00+09')
  const customer = await world.customer()
  await buy(customer, 400_000)
  await world.setClock('2029-03-01 12:00:00+09')
  await judgeAll()
  expect(await standing(customer)).toEqual([1, 1, 2029, 0])
})

test('whoever pays before the night of New Year is judged first, and their payment counts for the new year', async () => {
  await world.setClock('2026-06-01 12:00:00+09')
  const customer = await world.customer()
  await buy(customer, 150_000)
  await world.setClock('2028-01-01 00:00:05+09')
  expect(await buy(customer, 1_000)).toMatchObject({
    level_before: 1,
    rate_bp: 200,
    level_accumulation_after: 1_000,
  })
  await world.setClock('2028-01-01 00:20:00+09')
  await judgeAll()
  expect(await standing(customer)).toEqual([1, 1, 2028, 1_000])
})

test('a debt that is paid before the night of New Year is judged first as well, also where it is refused', async () => {
  await world.setClock('2026-12-20 12:00:00+09')
  const customer = await world.customer()
  await world.trust(customer)
  await buy(customer, 150_000)
  await buy(customer, { later: 10_000 })
  await world.setClock('2028-01-01 00:00:05+09')
  expect((await world.collect({ customer, amount: 10_001 })).code).toBe('DEFERRED_EXCEEDS')
  expect(await standing(customer)).toEqual([1, 1, 2028, 0])
  expect(await world.collect({ customer, amount: 4_000 })).toMatchObject({
    transaction: { level_before: 1, level_after: 1, level_accumulation_after: 4_000 },
  })
  await judgeAll()
  expect(await standing(customer)).toEqual([1, 1, 2028, 4_000])
  expect(await changes(customer)).toEqual([['year', 2028, 2, 1, 150_000]])
})

test('two rounds at once, beside payments, judge each member once', async () => {
  await world.setClock('2026-06-01 12:00:00+09')
  const customers = await Promise.all(Array.from({ length: 12 }, () => world.customer()))
  for (const customer of customers) await buy(customer, 150_000)
  await world.setClock('2028-01-01 00:20:00+09')
  await Promise.all([
    judgeAll(2),
    judgeAll(5),
    judgeAll(1_000),
    ...customers.slice(0, 6).map((customer) => buy(customer, 500)),
  ])
  for (const [index, customer] of customers.entries()) {
    expect(await standing(customer)).toEqual([1, 1, 2028, index < 6 ? 500 : 0])
    expect(await changes(customer)).toEqual([['year', 2028, 2, 1, 150_000]])
  }
})

test('a quota that is raised takes nothing from those who had reached it', async () => {
  await world.setClock('2026-06-01 12:00:00+09')
  const early = await world.customer()
  await buy(early, 30_000)
  await world.app.query('update levels set quota = 50000 where level_index = 1')
  const late = await world.customer()
  await world.setClock('2026-06-02 00:20:00+09')
  await buy(late, 30_000)
  await judgeAll()
  expect([await standing(early), await standing(late)].map(([level]) => level)).toEqual([1, 0])
  await world.app.query('update levels set quota = 30000 where level_index = 1')
})

test('a change of rank stays on record, and only the telling of it is added', async () => {
  for (const statement of [
    'update ledger.level_changes set level_after = 4',
    'delete from ledger.level_changes',
    'truncate ledger.level_changes',
  ]) {
    await expect(world.owner.query(statement)).rejects.toThrow(/never allowed/)
    await expect(world.app.query(statement)).rejects.toThrow(/permission denied/)
  }
  const taken = async () => (await world.app.query('select * from ledger.take_level_changes(1000)')).rowCount
  expect(await taken()).toBeGreaterThan(0)
  expect(await taken()).toBe(0)
})

test('ranks ascend, keep their place and are never removed', async () => {
  for (const [statement, refusal] of [
    ['update levels set quota = 100001 where level_index = 1', /do not ascend/],
    ['update levels set rate_bp = 301 where level_index = 1', /do not ascend/],
    ['update levels set quota = 1 where level_index = 0', /do not ascend/],
    ['update levels set level_index = 9 where level_index = 4', /keeps its place/],
    ['delete from levels where level_index = 4', /never removed/],
  ] as const) {
    await expect(world.owner.query(statement)).rejects.toThrow(refusal)
  }
})
