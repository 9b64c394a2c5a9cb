import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { judgeAllRanks } from '../testing/ranks.ts'
import { rowsOf } from '../within.ts'
import { createWorld, type Customer, posted, type World } from '../testing/world.ts'
import { foreseeFalls } from './judge-ranks.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterEach(() => world.setClock(null))
afterAll(() => world.close())

const buy = async (customer: Customer, yen: number) => posted(await world.buy(customer, { cash: yen }))
const judgeAll = () => judgeAllRanks(world.app)

/** Everybody whose rank New Year would take, a page at a time. */
const falls = async (year: number, count = 2) => {
  const found: { user_id: string; level_before: number; level_after: number; missing: number }[] = []
  let after: string | null = null
  do {
    const page = await foreseeFalls(rowsOf(world.app), { year, after, count })
    found.push(...page.falls)
    after = page.last
  } while (after !== null)
  return found
}

const changesAt = async (customer: Customer, year: number) => {
  const { rows } = await world.app.query(
    'select level_before, level_after from ledger.level_changes where user_id = $1 and year = $2',
    [customer.id, year],
  )
  return rows.map(({ level_before, level_after }) => [level_before, level_after])
}

test('a fall is foretold as it comes, page by page, with the yen that are missing', async () => {
  const bought = async (before: number, now: number) => {
    await world.setClock('2029-06-01 12:00:00+09')
    const customer = await world.customer()
    if (before > 0) await buy(customer, before)
    await world.setClock('2030-06-01 12:00:00+09')
    if (now > 0) await buy(customer, now)
    return customer
  }
  const members: [Customer, [number, number, number] | null][] = [
    [await bought(300_000, 1), [3, 2, 299_999]],
    [await bought(1_000_000, 120_000), [4, 3, 880_000]],
    [await bought(100_000, 29_999), [2, 1, 70_001]],
    [await bought(30_000, 1), [1, 0, 29_999]],
    [await bought(300_000, 300_000), null],
    [await bought(30_000, 100_000), null],
    [await bought(0, 29_999), null],
  ]
  // Who reached the rank by the lower quota of this year keeps it.
  members.push([await bought(100_000, 100_000), null])
  await world.app.query('update levels set quota = 150000 where level_index = 2')
  await world.setClock('2030-12-01 10:00:00+09')
  await judgeAll()
  const all = await falls(2030)
  expect(all.map(({ user_id }) => user_id)).toEqual(all.map(({ user_id }) => user_id).toSorted())
  for (const [customer, expected] of members) {
    const found = all.filter(({ user_id }) => user_id === customer.id)
    expect(found.map((one) => [one.level_before, one.level_after, one.missing])).toEqual(
      expected === null ? [] : [expected],
    )
  }
  await world.setClock('2031-01-01 00:20:00+09')
  expect(await falls(2030)).toEqual([])
  await judgeAll()
  for (const [customer, expected] of members) {
    expect(await changesAt(customer, 2031)).toEqual(expected === null ? [] : [[expected[0], expected[1]]])
  }
  await world.app.query('update levels set quota = 100000 where level_index = 2')
})

test('no fall is foretold to whoever is stopped, as those are who have left', async () => {
  await world.setClock('2032-06-01 12:00:00+09')
  const customer = await world.customer()
  await buy(customer, 30_000)
  await world.setClock('2033-12-01 10:00:00+09')
  await buy(customer, 100)
  const isNotified = async () => (await falls(2033, 1_000)).some(({ user_id }) => user_id === customer.id)
  expect(await isNotified()).toBe(true)
  await world.owner.query('update users set suspended_at = ledger.now() where id = $1', [customer.id])
  expect(await isNotified()).toBe(false)
})
