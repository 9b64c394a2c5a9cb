import { randomUUID } from 'node:crypto'
import { judgeRank } from '@shirogane/domain/ranks/judge-rank'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { randomFrom } from '../testing/random.ts'
import { rowsOf, withinPool } from '../within.ts'
import { type Clerk, createWorld, type World } from '../testing/world.ts'
import { judgeAllRanks, judgeRanks } from './judge-ranks.ts'
import type { RankFacts } from './rank-rows.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await world.setClock('2049-05-10 12:00:00+09')
})
afterAll(() => world.close())

async function hire(type: string): Promise<Clerk> {
  const clerk = await world.clerk(world.register.store_id, world.register.register_id)
  await world.owner.query('update employees set type = $2, store_id = null where user_id = $1', [
    clerk.user_id,
    type,
  ])
  return clerk
}

test('members stand as they were judged once a year is over', async () => {
  const draw = randomFrom(7)
  const [owner, books] = [await hire('owner'), await hire('accounting')]
  const users: string[] = []
  for (let member = 0; member < 200; member += 1) users.push((await world.customer()).id)
  // Of wallets that no purchases made: they are gone again before the books are checked.
  const client = await world.owner.connect()
  const factsOf = async () => {
    const { rows } = await client.query<{ facts: RankFacts }>('select ledger.rank_facts($1) as facts', [
      users,
    ])
    return rows[0]!.facts
  }
  try {
    await client.query('begin')
    for (const id of users) {
      const carried = draw(5)
      await client.query(
        `update ledger.wallets set level_index = $2, level_carried = $3, level_year = $4, level_accumulation = $5,
           level_last_refunded = $6, level_last_sum = $7, level_last_rank = $8 where user_id = $1`,
        [
          id,
          Math.min(4, carried + draw(3)),
          carried,
          2046 + draw(4),
          draw(400_000),
          draw(2) === 0,
          draw(400_000),
          draw(5),
        ],
      )
      if (draw(2) === 0) {
        await client.query(
          `insert into ledger.given_levels (id, user_id, level_index, rank, until, reason, given_by, approved_by, given_at)
           values ($1, $2, $3, 'x', $4, 'x', $5, $6, '2048-06-01')`,
          [randomUUID(), id, 1 + draw(4), `2049-0${1 + draw(9)}-15`, owner.user_id, books.user_id],
        )
      }
    }
    const before = await factsOf()
    const judged = before.members
      .filter(({ level_year }) => level_year < 2049)
      .map((member) => ({ ...member, ...judgeRank(member, before)! }))
    expect(judged.length).toBeGreaterThan(100)
    await judgeRanks(
      rowsOf(client),
      judged.map(({ user_id }) => user_id),
    )
    const after = new Map((await factsOf()).members.map((member) => [member.user_id, member]))
    for (const member of before.members) {
      const { change: _, ...expected } = judged.find(({ user_id }) => user_id === member.user_id) ?? {
        ...member,
        change: null,
      }
      expect(after.get(member.user_id)).toEqual(expected)
    }
    const { rows } = await client.query(
      `select user_id, reason, year, level_before, level_after, accumulation::int as accumulation
       from ledger.level_changes where user_id = any ($1) order by user_id`,
      [users],
    )
    expect(rows).toEqual(
      judged.flatMap(({ user_id, change }) => (change === null ? [] : [{ user_id, ...change }])),
    )
    expect(new Set(rows.map(({ reason }) => reason))).toEqual(new Set(['year', 'ended']))
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('a member who has changed since they were read is judged anew', async () => {
  const [plain, paying] = [await world.customer(), await world.customer()]
  await world.owner.query('update ledger.wallets set level_year = 2048 where user_id = any ($1)', [
    [plain.id, paying.id],
  ])
  const payment = await world.owner.connect()
  try {
    await payment.query('begin')
    await payment.query('update ledger.wallets set level_accumulation = 120000 where user_id = $1', [
      paying.id,
    ])
    const judging = withinPool(world.app, (db) => judgeRanks(db, [plain.id, paying.id]))
    await vi.waitFor(async () => {
      const { rowCount } = await world.owner.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rowCount).toBe(1)
    })
    await payment.query('commit')
    await judging
  } finally {
    payment.release()
  }
  const standing = async ({ id }: { id: string }) => {
    const { rows } = await world.owner.query(
      'select level_year, level_index, level_last_sum::int from ledger.wallets where user_id = $1',
      [id],
    )
    return rows[0]
  }
  expect(await standing(plain)).toEqual({ level_year: 2049, level_index: 0, level_last_sum: 0 })
  expect(await standing(paying)).toEqual({ level_year: 2049, level_index: 2, level_last_sum: 120_000 })
  // No purchase made this year before.
  await world.owner.query(
    'update ledger.wallets set level_index = 0, level_carried = 0, level_last_sum = 0 where user_id = $1',
    [paying.id],
  )
})

test('no night waits in a circle with payments for a member who has changed since they were read', async () => {
  const ids = [(await world.customer()).id, (await world.customer()).id].toSorted()
  const change = (id: string) =>
    world.owner.query('update ledger.wallets set level_year = 2048 where user_id = $1', [id])
  for (const id of ids) await change(id)
  const payments = await world.owner.connect()
  const hold = (id: string) =>
    payments.query('select from ledger.wallets where user_id = $1 for no key update', [id])
  let paying: Promise<unknown> = Promise.resolve()
  let [isFirst, isPaying] = [true, false]
  try {
    await judgeAllRanks(
      rowsOf(world.app),
      async (work) => {
        if (!isFirst) return withinPool(world.app, work)
        isFirst = false
        await change(ids[0]!)
        await withinPool(world.app, (db) =>
          work({
            rows: async <T extends Record<string, unknown>>(text: string, values?: readonly unknown[]) => {
              const rows = await db.rows<T>(text, values)
              if (text.includes('write_ranks') && !isPaying) {
                isPaying = true
                // Both pay in one batch, while the night has written the second of them alone.
                await payments.query('begin')
                await hold(ids[0]!)
                paying = hold(ids[1]!).then(() => payments.query('commit'))
              }
              return rows
            },
          }),
        )
      },
      { count: 1_000, hold: () => Promise.resolve() },
    )
    await paying
  } finally {
    payments.release()
  }
  const { rows } = await world.owner.query('select level_year from ledger.wallets where user_id = any ($1)', [
    ids,
  ])
  expect(rows).toEqual([{ level_year: 2049 }, { level_year: 2049 }])
})

test('nothing is written of a row as it stood before, of a year that is over, or of a member beside the act', async () => {
  const [member, other] = [await world.customer(), await world.customer()]
  const { rows: read } = await world.app.query<{ facts: RankFacts }>(
    'select ledger.rank_facts($1) as facts',
    [[member.id]],
  )
  const standing = read[0]!.facts.members[0]!
  const write = async (change: object) => {
    const ranks = [{ ...standing, ...change }]
    const { rows } = await world.app.query<{ moved: string[] }>(
      'select ledger.write_ranks($1, $2) as moved',
      [JSON.stringify(ranks), JSON.stringify([{ user_id: ranks[0]!.user_id, reason: 'year', year: 2049 }])],
    )
    return rows[0]!.moved
  }
  expect(await write({ level_year: 2048 })).toEqual([member.id])
  expect(await write({ version: '3' })).toEqual([member.id])
  expect(await write({ user_id: other.id, version: '3' })).toEqual([other.id])
  await expect(
    world.owner.query('select ledger.write_rank_of($1, $2)', [
      other.id,
      JSON.stringify({ ranks: [standing], changes: [] }),
    ]),
  ).rejects.toThrow(/a rank of another member/)
})
