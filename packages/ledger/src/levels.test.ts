import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createWorld, type Customer, posted, type World } from './testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterEach(() => world.setClock(null))
afterAll(() => world.close())

const buy = async (customer: Customer, yen: number) => posted(await world.buy(customer, { cash: yen }))

/** The round of a night, to its end, as any process runs it. */
async function judgeAll(count = 3): Promise<void> {
  for (let after: string | null = null; ;) {
    const { rows }: { rows: { last: string | null }[] } = await world.app.query(
      'select ledger.judge_next_levels($1, $2) as last',
      [after, count],
    )
    after = rows[0]?.last ?? null
    if (after === null) return
  }
}

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

/** What a refund does to the count, as the movement of a refund writes it. */
const refund = (customer: Customer, yen: number) =>
  world.owner.query(
    'update ledger.wallets set level_accumulation = level_accumulation - $2 where user_id = $1',
    [customer.id, yen],
  )

test('99,999 yen are つちめ, one more is いぶし, once; a refund takes it back at night and never at once', async () => {
  await world.setClock('2026-05-10 12:00:00+09')
  const customer = await world.customer()
  expect(await buy(customer, 99_999)).toMatchObject({ level_before: 0, level_after: 1 })
  expect(await buy(customer, 1)).toMatchObject({ level_before: 1, level_after: 2 })
  expect(await buy(customer, 1)).toMatchObject({ level_before: 2, level_after: 2 })
  await refund(customer, 2)
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
  await buy(customer, 110_000)
  await refund(customer, 110_000)
  await judgeAll()
  expect(await standing(customer)).toEqual([1, 1, 2027, 0])
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
