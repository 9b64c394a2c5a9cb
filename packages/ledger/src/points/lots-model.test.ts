import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { id, refusalOf } from '../testing/attempts.ts'
import { randomFrom } from '../testing/random.ts'
import { createWorld, type Customer, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  // The owner of the database may move a wallet by a trigger of their own, without a transfer. The lots must hold even
  // then.
  await world.owner.query(`
    create table wallet_moves (user_id uuid, points bigint);
    create function move_wallet() returns trigger language plpgsql as $$
    begin
      update ledger.wallets set point_limited = point_limited + new.points where user_id = new.user_id;
      return null;
    end $$;
    create trigger move_wallet after insert on wallet_moves for each row execute function move_wallet()`)
})
afterAll(() => world.drop())

const mismatch = /lots of .* do not add up to its limited points/

const used = (lots: readonly string[]) =>
  `update ledger.point_lots set remaining = 0 where id in (${lots.map(id).join(', ')})`
const left = (lot: string, remaining: number) =>
  `update ledger.point_lots set remaining = ${remaining} where id = ${id(lot)}`
const moved = (customer: Customer, points: number) =>
  `insert into wallet_moves values (${id(customer.id)}, ${points})`
const given = (customer: Customer, lot: string, points: number, year: number) =>
  `insert into ledger.point_lots (id, user_id, granted, remaining, expires_at, transaction_id)
   values (${id(lot)}, ${id(customer.id)}, 100, ${points}, '${year}-01-01', ${id(randomUUID())})`

/** A member with lots of ten points each, and the lots in the order of their ends. */
async function member(lots = 3): Promise<Customer & { lots: string[] }> {
  const customer = await world.customer({
    limited: Array.from({ length: lots }, (_, index) => [10, `${2090 + index}-01-01`] as const),
  })
  const { rows } = await world.owner.query<{ id: string }>(
    'select id from ledger.point_lots where user_id = $1 order by expires_at',
    [customer.id],
  )
  return { ...customer, lots: rows.map((row) => row.id) }
}

/** Runs all of it in one commit. */
async function commit(...statements: string[]): Promise<void> {
  const client = await world.owner.connect()
  try {
    for (const statement of ['begin', ...statements, 'commit']) await client.query(statement)
  } finally {
    client.release()
  }
}

/** Members whose lots are not their limited points. */
async function unmatched(): Promise<string[]> {
  const { rows } = await world.owner.query<{ user_id: string }>(
    `select w.user_id from ledger.wallets w
     where w.point_limited <> (select coalesce(sum(l.remaining), 0) from ledger.point_lots l where l.user_id = w.user_id)`,
  )
  return rows.map(({ user_id }) => user_id)
}

describe('lots that are used up', () => {
  test('are refused at the commit when the wallet keeps its points', async () => {
    const { lots } = await member()
    expect(await refusalOf(world.owner, used(lots))).toMatch(mismatch)
    expect(await refusalOf(world.owner, used(lots.slice(0, 1)), used(lots.slice(1)))).toMatch(mismatch)
    expect(await refusalOf(world.owner, used(lots.slice(0, 1)), left(lots[0]!, 1))).toMatch(mismatch)
  })

  test('may go before the wallet moves or after it', async () => {
    for (const order of [0, 1]) {
      const somebody = await member()
      const both = [used(somebody.lots), moved(somebody, -30)]
      await commit(...(order ? both.reverse() : both))
      expect(await world.wallet(somebody)).toMatchObject({ point_limited: 0 })
    }
  })

  test('of two members in one statement both have to match', async () => {
    const [one, two] = [await member(), await member()]
    const both = used([...one.lots, ...two.lots])
    for (const points of [-30, -29]) {
      expect(await refusalOf(world.owner, moved(one, points), both)).toMatch(mismatch)
      expect(await refusalOf(world.owner, both, moved(two, points))).toMatch(mismatch)
    }
    await commit(moved(one, -30), both, moved(two, -30))
  })

  test('match for as long as nothing else moves', async () => {
    const somebody = await member()
    const all = [moved(somebody, -30), used(somebody.lots)]
    expect(await refusalOf(world.owner, ...all, moved(somebody, 1))).toMatch(mismatch)
    expect(await refusalOf(world.owner, ...all, left(somebody.lots[2]!, 1))).toMatch(mismatch)
    expect(await refusalOf(world.owner, ...all, given(somebody, randomUUID(), 1, 2095))).toMatch(mismatch)
    await commit(...all, given(somebody, randomUUID(), 4, 2095), moved(somebody, 4))
  })

  test('match when what came behind a savepoint is gone', async () => {
    const somebody = await member()
    const [first, ...rest] = somebody.lots
    expect(
      await refusalOf(world.owner, used([first!]), 'savepoint s', moved(somebody, -10), 'rollback to s'),
    ).toMatch(mismatch)
    expect(
      await refusalOf(world.owner, moved(somebody, -10), 'savepoint s', used([first!]), 'rollback to s'),
    ).toMatch(mismatch)
    await commit(moved(somebody, -10), used([first!]), 'savepoint s', used(rest), 'rollback to s')
  })

  test('are not asked for once only because they were asked for early', async () => {
    const somebody = await member()
    const [first, ...rest] = somebody.lots
    expect(
      await refusalOf(
        world.owner,
        moved(somebody, -10),
        used([first!]),
        'set constraints all immediate',
        'set constraints all deferred',
        used(rest),
      ),
    ).toMatch(mismatch)
    expect(
      await refusalOf(
        world.owner,
        'set constraints all immediate',
        used(somebody.lots),
        moved(somebody, -30),
      ),
    ).toMatch(mismatch)
  })

  test('and written once more as they are change nothing', async () => {
    const somebody = await member()
    await commit(moved(somebody, -30), used(somebody.lots))
    await commit(used(somebody.lots))
    await commit(`update ledger.point_lots set remaining = remaining where user_id = ${id(somebody.id)}`)
  })

  test('by two who each do one half are refused to both, whoever commits first', async () => {
    for (const first of [0, 1]) {
      const somebody = await member()
      const clients = [await world.owner.connect(), await world.owner.connect()] as const
      try {
        for (const client of clients) await client.query('begin')
        await clients[0].query(used(somebody.lots))
        await clients[1].query(moved(somebody, -30))
        await expect(clients[first]!.query('commit')).rejects.toThrow(mismatch)
        await expect(clients[1 - first]!.query('commit')).rejects.toThrow(mismatch)
      } finally {
        for (const client of clients) client.release()
      }
    }
  })
})

test('a lot gives nothing while one that ends before it has some left, whatever the statement does to the others', async () => {
  const random = randomFrom(5)
  const people = [await member(5), await member(5)]
  const client = await world.owner.connect()
  const outcomes = { stood: 0, refused: 0 }
  try {
    await client.query('begin')
    // Three lots that end at the same moment go by their ids.
    await client.query('alter table ledger.point_lots disable trigger point_lots_are_fixed')
    for (const { lots } of people) {
      await client.query(
        `update ledger.point_lots set expires_at = '2091-01-01' where id in (${lots.slice(1, 4).map(id).join(', ')})`,
      )
    }
    const { rows } = await client.query<{ id: string; user_id: string }>(
      'select id, user_id from ledger.point_lots where user_id = any ($1) order by expires_at, id',
      [people.map((one) => one.id)],
    )
    for (let turn = 0; turn < 400; turn += 1) {
      // Every other time in the order of the ends, the last of them only half, and now and then one lot too early.
      const going = people.map(() => random(6))
      const places = people.map(() => 0)
      const after = rows.map((lot) => {
        if (turn % 2 === 0) return { ...lot, left: random(3) > 0 ? 10 : random(2) * 5 }
        const who = people.findIndex((one) => one.id === lot.user_id)
        const place = (places[who] = places[who]! + 1)
        if (place > going[who]!) return { ...lot, left: random(20) === 0 ? 5 : 10 }
        return { ...lot, left: place === going[who] ? 5 * random(2) : 0 }
      })
      // Beside what gives there may be lots that are written as they are.
      const written = after.filter(({ left: has }) => has < 10 || random(4) === 0)
      if (written.length === 0) continue
      const isWrong = after.some(
        (lot, place) =>
          lot.left < 10 &&
          after.slice(0, place).some((earlier) => earlier.user_id === lot.user_id && earlier.left > 0),
      )
      await client.query('savepoint s')
      const outcome = client.query(
        `update ledger.point_lots l set remaining = v.remaining
         from (values ${written.map((lot) => `(${id(lot.id)}::uuid, ${lot.left})`).join(', ')}) v (id, remaining)
         where l.id = v.id`,
      )
      if (isWrong) await expect(outcome).rejects.toThrow(/not used in the order of their ends/)
      else await outcome
      outcomes[isWrong ? 'refused' : 'stood'] += 1
      await client.query('rollback to s')
    }
  } finally {
    await client.query('rollback')
    client.release()
  }
  expect(outcomes.stood).toBeGreaterThan(20)
  expect(outcomes.refused).toBeGreaterThan(20)
})

/** Lots and wallets told a second time: numbers in a list, and at every commit their sum. */
type Books = { points: number; lots: { id: string; left: number; granted: number; year: number }[] }[]

const stands = (books: Books) =>
  books.every(({ points, lots }) => points === lots.reduce((all, { left: has }) => all + has, 0))

/** Something that an owner might do next, as SQL, and done to the plain books as well. */
function step(
  random: (below: number) => number,
  members: readonly Customer[],
  books: Books,
  mend: boolean,
): string | null {
  const who = random(members.length)
  const customer = members[who]!
  const mine = books[who]!
  const open = mine.lots.filter(({ left: has }) => has > 0)
  const missing = open.reduce((all, { left: has }) => all + has, 0) - mine.points
  if (mend && missing !== 0 && (random(2) === 0 || missing > 0)) {
    mine.points += missing
    return moved(customer, missing)
  }
  switch (random(6)) {
    case 0: {
      // All that several members have, or the first of it.
      const going = books.flatMap(({ lots }, index) => {
        const theirs = lots.filter(({ left: has }) => has > 0)
        return index === who || random(2) === 0 ? theirs.slice(0, 1 + random(theirs.length)) : []
      })
      if (going.length === 0) return null
      for (const lot of going) lot.left = 0
      return used(going.map((lot) => lot.id))
    }
    case 1: {
      const [lot] = open
      if (lot === undefined) return null
      lot.left -= 1 + random(lot.left)
      return left(lot.id, lot.left)
    }
    case 2: {
      const lot = mine.lots[random(mine.lots.length)]
      if (lot === undefined) return null
      lot.left = Math.min(lot.granted, lot.left + random(5))
      return left(lot.id, lot.left)
    }
    case 3: {
      const lot = { id: randomUUID(), left: random(3) * 5, granted: 100, year: 2100 + random(50) }
      mine.lots = [...mine.lots, lot].sort((a, b) => a.year - b.year || (a.id < b.id ? -1 : 1))
      return given(customer, lot.id, lot.left, lot.year)
    }
    default: {
      const points = Math.max(random(21) - 10, -mine.points)
      mine.points += points
      return moved(customer, points)
    }
  }
}

describe('whatever an owner writes, in whatever order', () => {
  const copy = (books: Books): Books => structuredClone(books)

  test.each([1, 2, 3, 4])('a commit stands exactly when all lots come to the points: %i', async (seed) => {
    const random = randomFrom(seed)
    const members = [await member(), await member(), await member()]
    let books: Books = members.map(({ lots }) => ({
      points: 30,
      lots: lots.map((lot, index) => ({ id: lot, left: 10, granted: 10, year: 2090 + index })),
    }))
    const outcomes = { stood: 0, refused: 0 }
    const client = await world.owner.connect()
    try {
      for (let turn = 0; turn < 60; turn += 1) {
        const next = copy(books)
        let saved: Books | null = null
        const script: string[] = []
        const steps = 1 + random(6)
        for (let count = 0; count < steps; count += 1) {
          const statement = step(random, members, next, false)
          if (statement !== null) script.push(statement)
          if (random(6) === 0) {
            saved = copy(next)
            script.push('savepoint s')
          } else if (saved !== null && random(4) === 0) {
            next.splice(0, next.length, ...copy(saved))
            script.push('rollback to s')
          }
          // The questions so far are answered now; what comes afterwards has to be asked anew.
          if (stands(next) && random(3) === 0) {
            script.push('set constraints all immediate', 'set constraints all deferred')
          }
        }
        // Two of three are brought to an end that fits.
        if (random(3) > 0) {
          for (let tries = 0; tries < 40 && !stands(next); tries += 1) {
            const statement = step(random, members, next, true)
            if (statement !== null) script.push(statement)
          }
        }
        const attempted = `seed ${seed}, turn ${turn}: ${script.join('; ')}`
        const refusal = await attempt(client, script)
        if (stands(next)) {
          expect(refusal, attempted).toBeNull()
          books = next
          outcomes.stood += 1
        } else {
          expect(refusal, attempted).toMatch(mismatch)
          outcomes.refused += 1
        }
      }
    } finally {
      client.release()
    }
    expect(outcomes.stood).toBeGreaterThan(10)
    expect(outcomes.refused).toBeGreaterThan(5)
    expect(await unmatched()).toEqual([])
  })

  test('and however many write at once', async () => {
    const members = [await member(5), await member(5), await member(5)]
    const outcomes = await Promise.all(
      [11, 12, 13, 14].map(async (seed) => {
        const random = randomFrom(seed)
        let stood = 0
        const client = await world.owner.connect()
        try {
          // They wait for each other in circles, on purpose.
          await client.query(`set deadlock_timeout = '5ms'`)
          for (let turn = 0; turn < 40; turn += 1) {
            const { rows } = await client.query<{
              user_id: string
              id: string
              left: number
              granted: number
              points: number
            }>(
              `select l.user_id, l.id, l.remaining::int as left, l.granted::int, w.point_limited::int as points
               from ledger.point_lots l join ledger.wallets w using (user_id)
               where user_id = any ($1) order by l.expires_at, l.id`,
              [members.map((one) => one.id)],
            )
            const books: Books = members.map((one) => {
              const lots = rows.filter(({ user_id }) => user_id === one.id)
              return { points: lots[0]!.points, lots: lots.map((lot) => ({ ...lot, year: 0 })) }
            })
            const script: string[] = []
            for (let count = 0; count < 20 && (count < 2 || !stands(books)); count += 1) {
              const statement = step(random, members, books, count > 1)
              if (statement !== null) script.push(statement)
            }
            if ((await attempt(client, script)) === null) stood += 1
          }
        } finally {
          client.release()
        }
        return stood
      }),
    )
    expect(outcomes.reduce((all, stood) => all + stood)).toBeGreaterThan(10)
    expect(await unmatched()).toEqual([])
  })
})

/** One commit of the connection. Answers why it was refused. */
async function attempt(client: pg.PoolClient, statements: readonly string[]): Promise<string | null> {
  try {
    await client.query('begin')
    for (const statement of statements) await client.query(statement)
    await client.query('commit')
    return null
  } catch (error) {
    await client.query('rollback')
    return (error as Error).message
  }
}
