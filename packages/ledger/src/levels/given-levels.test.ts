// A rank that head office gives until a day, beside the one by purchases.
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { refusalOf } from '../testing/attempts.ts'
import { randomFrom } from '../testing/random.ts'
import { judgeAllRanks } from '../testing/ranks.ts'
import { rowsOf, withinPool } from '../within.ts'
import { type Clerk, createWorld, type Customer, posted, ranks, type World } from '../testing/world.ts'
import { endGivenRank, giveRank } from './give-rank.ts'
import { foreseeFalls, judgeRanks } from './judge-ranks.ts'

let world: World
let owner: Clerk
let books: Clerk
beforeAll(async () => {
  world = await createWorld()
  owner = await hire('owner')
  books = await hire('accounting')
})
afterEach(() => world.setClock(null))
afterAll(() => world.close())

async function hire(type: string, own?: Customer): Promise<Clerk> {
  const clerk = await world.clerk(world.register.store_id, world.register.register_id, own?.id)
  await world.owner.query('update employees set type = $2, store_id = null where user_id = $1', [
    clerk.user_id,
    type,
  ])
  return clerk
}

type Giving = { by?: Clerk; approved_by?: Clerk }
async function give(customer: Customer, level: number, until: string, { by, approved_by }: Giving = {}) {
  return withinPool(world.app, (db) =>
    giveRank(db, {
      id: randomUUID(),
      user_id: customer.id,
      level_index: level,
      until,
      reason: 'お詫び',
      given_by: (by ?? owner).user_id,
      approved_by: (approved_by ?? books).user_id,
    }),
  )
}
const end = (customer: Customer, by = owner) =>
  withinPool(world.app, (db) =>
    endGivenRank(db, { user_id: customer.id, reason: '取り消し', ended_by: by.user_id }),
  )
const buy = async (customer: Customer, yen: number) => posted(await world.buy(customer, { cash: yen }))
const night = () => judgeAllRanks(world.app)

/** The rank that counts, and what lies beneath it. */
async function standing(customer: Customer) {
  const { rows } = await world.app.query(
    `select ledger.level_held(level_index, level_given, level_given_until) as held, level_index, level_given
     from ledger.wallets where user_id = $1`,
    [customer.id],
  )
  return Object.values(rows[0])
}
async function changes(customer: Customer) {
  const { rows } = await world.app.query(
    `select reason, year, level_before, level_after from ledger.level_changes where user_id = $1 order by at, id`,
    [customer.id],
  )
  return rows.map((row) => Object.values(row))
}

describe('while it lasts', () => {
  test('it earns and is written on the sale, to the end of its last day, and no longer', async () => {
    await world.setClock('2026-05-10 12:00:00+09')
    const customer = await world.customer()
    expect(await give(customer, 3, '2026-06-30')).toBeNull()
    expect(await buy(customer, 1_000)).toMatchObject({
      rate_bp: 400,
      received_point_regular: 40,
      level_before: 3,
      level_after: 3,
    })
    await world.setClock('2026-06-30 23:59:59+09')
    expect(await buy(customer, 1_000)).toMatchObject({ rate_bp: 400 })
    await world.setClock('2026-07-01 00:00:00+09')
    // No night has been yet.
    expect(await standing(customer)).toEqual([0, 0, 3])
    expect(await buy(customer, 1_000)).toMatchObject({ rate_bp: 100, level_before: 0, level_after: 0 })
    await night()
    expect(await standing(customer)).toEqual([0, 0, null])
    expect(await changes(customer)).toEqual([
      ['given', 2026, 0, 3],
      ['ended', 2026, 3, 0],
    ])
    await night()
    expect(await changes(customer)).toHaveLength(2)
  })

  test('what is bought rises beneath it, and only what passes it is a rise', async () => {
    await world.setClock('2026-05-10 12:00:00+09')
    const customer = await world.customer()
    await give(customer, 2, '2027-12-31')
    expect(await buy(customer, 40_000)).toMatchObject({ level_before: 2, level_after: 2 })
    expect(await standing(customer)).toEqual([2, 1, 2])
    expect(await buy(customer, 260_000)).toMatchObject({ level_before: 2, level_after: 3 })
    expect(await standing(customer)).toEqual([3, 3, 2])
    expect(await buy(customer, 1_000)).toMatchObject({ rate_bp: 400, level_before: 3, level_after: 3 })
    expect(await end(customer)).toBeNull()
    expect(await standing(customer)).toEqual([3, 3, null])
    expect(await buy(customer, 1_000)).toMatchObject({ level_before: 3, level_after: 3 })
    // Nothing fell: the end is no news.
    expect(await changes(customer)).toEqual([['given', 2026, 0, 2]])
  })

  test('a deferred sale earns at it when it is collected, and the collection is counted beneath it', async () => {
    await world.setClock('2026-05-10 12:00:00+09')
    const customer = await world.customer()
    await world.trust(customer)
    await give(customer, 2, '2026-05-31')
    posted(await world.buy(customer, { later: 40_000 }))
    expect(await world.collect({ customer, amount: 30_000, tender: 'cash' })).toMatchObject({
      transaction: {
        received_point_regular: 900,
        level_before: 2,
        level_after: 2,
      },
    })
    expect(await standing(customer)).toEqual([2, 1, 2])
    await world.setClock('2026-06-01 12:00:00+09')
    // At the rate of its sale, and to the rank that purchases gave.
    expect(await world.collect({ customer, tender: 'cash' })).toMatchObject({
      transaction: {
        received_point_regular: 300,
        level_before: 1,
        level_after: 1,
      },
    })
  })

  test('what goes back is judged beneath it, and a campaign for its rank is the member’s', async () => {
    await world.setClock('2026-05-10 12:00:00+09')
    const customer = await world.customer()
    const sale = await buy(customer, 100_000)
    await give(customer, 4, '2026-12-31')
    const back = await world.giveBack({ sale: sale.id })
    expect(back.code).toBeNull()
    await night()
    expect(await standing(customer)).toEqual([4, 0, 4])
    expect(await changes(customer)).toEqual([['given', 2026, 2, 4]])
    await world.owner.query(
      `insert into campaigns (id, name, description, kind, rate_bp, stackable, starts_at, ends_at, needs_entry, payment_min,
         level_indexes, created_at, created_by)
       values ($1, 'x', '', 'rate_add', 100, true, '2026-05-01', '2026-06-01', false, 1, '{4}', now(), $2)`,
      [randomUUID(), owner.user_id],
    )
    expect(await buy(customer, 1_000)).toMatchObject({ rate_bp: 500, received_point_regular: 60 })
  })
})

describe('over New Year', () => {
  test('the year is judged beneath it, and a fall is told where the rank that counts falls', async () => {
    await world.setClock('2025-05-10 12:00:00+09')
    const customer = await world.customer()
    await buy(customer, 300_000)
    await world.setClock('2026-05-10 12:00:00+09')
    await night()
    await give(customer, 4, '2027-03-31')
    await world.setClock('2027-01-01 00:20:00+09')
    await night()
    expect(await standing(customer)).toEqual([4, 2, 4])
    expect(await changes(customer)).toEqual([['given', 2026, 3, 4]])
    await world.setClock('2027-04-01 00:20:00+09')
    await night()
    expect((await changes(customer)).at(-1)).toEqual(['ended', 2027, 4, 2])
  })

  test('one that ends with the year is one change with New Year, told by whoever comes first', async () => {
    await world.setClock('2026-05-10 12:00:00+09')
    const customer = await world.customer()
    await buy(customer, 100_000)
    await give(customer, 4, '2027-12-31')
    await world.setClock('2028-01-01 00:01:00+09')
    expect(await buy(customer, 1_000)).toMatchObject({ rate_bp: 200, level_before: 1 })
    expect((await changes(customer)).slice(1)).toEqual([['ended', 2028, 4, 1]])
    await night()
    expect(await changes(customer)).toHaveLength(2)
  })

  test('a fall is foretold by the rank that counts, as it comes', async () => {
    await world.setClock('2030-05-10 12:00:00+09')
    const members: [Customer, [number, number, number] | null][] = []
    for (const [given, until, expected] of [
      // Held beyond New Year: nothing falls.
      [4, '2031-12-31', null],
      // It ends with the year, and a member who buys as much keeps it.
      [4, '2030-12-31', [4, 2, 1_000_000]],
      [2, '2031-06-30', [3, 2, 300_000]],
      // It is over before New Year.
      [4, '2030-12-15', [3, 2, 300_000]],
    ] as const) {
      await world.setClock('2029-05-10 12:00:00+09')
      const customer = await world.customer()
      await buy(customer, 300_000)
      await world.setClock('2030-05-10 12:00:00+09')
      await night()
      if (given === 2) await world.owner.query(passed(customer, until))
      else expect(await give(customer, given, until)).toBeNull()
      members.push([customer, expected === null ? null : [...expected]])
    }
    await world.setClock('2030-12-01 10:00:00+09')
    const { falls } = await foreseeFalls(rowsOf(world.app), { year: 2030, after: null, count: 1_000 })
    for (const [customer, expected] of members) {
      const found = falls.filter(({ user_id }) => user_id === customer.id)
      expect(found.map((one) => [one.level_before, one.level_after, one.missing])).toEqual(
        expected === null ? [] : [expected],
      )
    }
    await world.setClock('2030-12-31 23:59:00+09')
    await night()
    const held = await Promise.all(members.map(async ([customer]) => (await standing(customer))[0]))
    await world.setClock('2031-01-01 00:20:00+09')
    await night()
    for (const [index, [customer, expected]] of members.entries()) {
      const [now] = await standing(customer)
      expect([held[index], now]).toEqual(expected === null ? [4, 4] : [expected[0], expected[1]])
    }
  })
})

/** A given rank that purchases have passed since: the door gives no such thing. */
const passed = (customer: Customer, until: string) =>
  `insert into ledger.given_levels (id, user_id, level_index, rank, until, reason, given_by, approved_by, given_at)
   values ('${randomUUID()}', '${customer.id}', 2, 'x', '${until}', 'x', '${owner.user_id}', '${books.user_id}', ledger.now())`

test.each([1, 2, 3])(
  'through years of sales, returns and given ranks, what lies beneath is as if none had been given (seed %i)',
  async (seed) => {
    const draw = randomFrom(seed)
    let now = Date.parse('2040-01-05T03:00:00Z') + seed * 86_400_000
    const to = (days: number) => {
      now += days * 86_400_000
      return world.setClock(new Date(now).toISOString())
    }
    await to(0)
    const [plain, favoured] = [await world.customer(), await world.customer()]
    const sales: [string, string][] = []
    let until = ''
    let given = -1
    const counted: Record<string, number> = {}
    for (let step = 0; step < 120; step += 1) {
      await to(draw(25))
      const act = draw(10)
      const today = new Date(now + 9 * 3_600_000).toISOString().slice(0, 10)
      if (act < 5) {
        const yen = 1 + draw(90_000)
        const [a, b] = [await buy(plain, yen), await buy(favoured, yen)]
        sales.push([a.id, b.id])
        const before = until >= today ? Math.max(a.level_before!, given) : a.level_before
        const after = until >= today ? Math.max(a.level_after!, given) : a.level_after
        expect(b).toMatchObject({ level_before: before, level_after: after, rate_bp: ranks[before!]![3] })
      } else if (act < 6 && sales.length > 0) {
        const sale = sales.pop()
        const [a, b] = [await world.giveBack({ sale: sale![0] }), await world.giveBack({ sale: sale![1] })]
        expect(b.code).toBe(a.code)
      } else if (act < 8) {
        await night()
      } else if (act < 9) {
        const last = new Date(now + draw(300) * 86_400_000 + 9 * 3_600_000).toISOString().slice(0, 10)
        const level = 1 + draw(4)
        const refusal = await give(favoured, level, last)
        counted[String(refusal)] = (counted[String(refusal)] ?? 0) + 1
        if (refusal === null) [given, until] = [level, last]
      } else if (draw(3) === 0) {
        if ((await end(favoured)) === null) until = ''
      }
      const beneath = async (customer: Customer) => {
        const w = (await world.wallet(customer)) as never as Record<string, unknown>
        return Object.fromEntries(
          Object.entries(w).filter(([key]) => key.startsWith('level') && !key.startsWith('level_given')),
        )
      }
      // A given rank that is asked for is judged at once, without the night's round: so is the other.
      await withinPool(world.app, (db) => judgeRanks(db, [plain.id, favoured.id]))
      expect(await beneath(favoured)).toEqual(await beneath(plain))
      const [held, bought] = (await standing(favoured)) as number[]
      expect(held).toBe(until >= today ? Math.max(bought!, given) : bought)
    }
    expect(Object.keys(counted).toSorted()).toEqual(['RANK_NOT_ABOVE', 'null'])
  },
)

describe('is given', () => {
  test('from above the rank by purchases, until the end of the next year at most', async () => {
    await world.setClock('2026-05-10 12:00:00+09')
    const customer = await world.customer()
    await buy(customer, 30_000)
    expect(await give(customer, 1, '2026-12-31')).toBe('RANK_NOT_ABOVE')
    expect(await give(customer, 2, '2026-05-09')).toBe('RANK_UNTIL')
    expect(await give(customer, 2, '2028-01-01')).toBe('RANK_UNTIL')
    expect(await give(customer, 2, '2027-12-31')).toBeNull()
    // Another one takes its place, and may be lower.
    await world.setClock('2026-05-10 12:00:01+09')
    expect(await give(customer, 4, '2026-05-10')).toBeNull()
    await world.setClock('2026-05-10 12:00:02+09')
    expect(await give(customer, 3, '2026-12-31')).toBeNull()
    expect(await changes(customer)).toEqual([
      ['given', 2026, 1, 2],
      ['given', 2026, 2, 4],
      ['given', 2026, 4, 3],
    ])
    expect(await end(customer)).toBeNull()
    expect(await end(customer)).toBe('CONFLICT')
    expect(await standing(customer)).toEqual([1, 1, null])
    expect((await changes(customer)).filter(([reason]) => reason === 'ended')).toEqual([
      ['ended', 2026, 3, 1],
    ])
  })

  test('to nobody who left, and by nobody to an account of their own or of whoever let them in', async () => {
    const own = await world.customer()
    const self = await hire('owner', own)
    expect(await give(own, 2, today(), { by: self })).toBe('SELF_DEALING')
    expect(await give(own, 2, today(), { approved_by: self })).toBe('SELF_DEALING')
    expect(await give(own, 2, today())).toBeNull()
    expect(await end(own, self)).toBe('SELF_DEALING')
    const gone = await world.customer()
    await world.owner.query('update users set closed_at = now(), suspended_at = now() where id = $1', [
      gone.id,
    ])
    expect(await give(gone, 2, today())).toBe('NOT_FOUND')
    expect(await give(await world.customer(), 9, today())).toBe('NOT_FOUND')
  })

  test('once at a time, whoever gives at once, beside payments', async () => {
    const customer = await world.customer()
    const outcomes = await Promise.all([
      ...[1, 2, 3, 4, 1, 2, 3, 4].map((level) => give(customer, level, today())),
      ...[1, 2, 3, 4].map(() => buy(customer, 100)),
    ])
    expect(outcomes.slice(0, 8)).toEqual(Array.from({ length: 8 }, () => null))
    const { rows } = await world.app.query(
      `select count(*)::int as given, count(*) filter (where ended_at is null)::int as running
       from ledger.given_levels where user_id = $1`,
      [customer.id],
    )
    expect(rows).toEqual([{ given: 8, running: 1 }])
  })

  test('on record by the database, with who gave, who agreed and who ended it', async () => {
    const customer = await world.customer()
    await give(customer, 2, today())
    await end(customer)
    const { rows } = await world.app.query(
      `select action, actor_id, note, after ->> 'approved_by' as approved_by, after ->> 'end_reason' as ended_for from audit_log
       where subject_id = $1 order by action desc`,
      [customer.id],
    )
    expect(rows.map((row) => Object.values(row))).toEqual([
      ['member.rank_given', owner.user_id, 'お詫び', books.user_id, null],
      ['member.rank_ended', owner.user_id, 'お詫び', null, '取り消し'],
    ])
  })
})

const today = () => new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10)

describe('the database keeps it', () => {
  let customer: Customer
  let row: (over?: Record<string, string>) => string
  beforeAll(async () => {
    customer = await world.customer()
    const other = await world.customer()
    await give(customer, 2, today())
    row = (over = {}) => {
      const columns: Record<string, string> = {
        id: `'${randomUUID()}'`,
        user_id: `'${other.id}'`,
        level_index: '2',
        rank: `'x'`,
        until: `'${today()}'`,
        reason: `'x'`,
        given_by: `'${owner.user_id}'`,
        approved_by: `'${books.user_id}'`,
        given_at: 'now()',
        ...over,
      }
      return `insert into ledger.given_levels (${Object.keys(columns).join()}) values (${Object.values(columns).join()})`
    }
  })

  test('from the owner of the database too: by two of head office, with a reason, for a time', async () => {
    const { user_id: clerk } = world.register
    const let_in = await hire('accounting')
    await world.owner.query('update employees set way_in_by = $2, let_in_at = now() where user_id = $1', [
      let_in.user_id,
      owner.user_id,
    ])
    for (const [over, why] of [
      [{ given_by: `'${clerk}'` }, /head office/],
      [{ given_by: `'${books.user_id}'` }, /head office/],
      [{ approved_by: `'${clerk}'` }, /head office/],
      [{ approved_by: `'${owner.user_id}'` }, /given_levels_by_two/],
      [{ approved_by: `'${let_in.user_id}'` }, /in one hand/],
      [{ approved_by: 'null' }, /head office|null value/],
      [{ reason: `''` }, /reason_check/],
      [{ reason: 'null' }, /null value/],
      [{ level_index: '0' }, /level_index_check/],
      [{ level_index: '9' }, /foreign key/],
      [{ until: `'2020-01-01'` }, /given_levels_last/],
      [{ until: 'null' }, /null value/],
      [{ until: `'infinity'` }, /given_levels_last/],
      [{ until: `make_date(extract(year from now())::int + 2, 1, 2)` }, /given_levels_last/],
      [{ user_id: `'${customer.id}'` }, /given_levels_run/],
      [{ user_id: `'${randomUUID()}'` }, /foreign key/],
      [{ ended_by: `'${owner.user_id}'`, end_reason: `'x'` }, /end_as_a_whole/],
    ] as const) {
      expect([over, await refusalOf(world.owner, row(over))]).toEqual([over, expect.stringMatching(why)])
    }
  })

  test('what was given stays, ends once, and is what the wallet says', async () => {
    const mine = `where user_id = '${customer.id}'`
    for (const statement of [
      `update ledger.given_levels set until = until + 1 ${mine}`,
      `update ledger.given_levels set level_index = 4 ${mine}`,
      `delete from ledger.given_levels ${mine}`,
      'truncate ledger.given_levels',
      `update ledger.wallets set level_given = 4, level_given_until = '2099-01-01' ${mine}`,
      `update ledger.wallets set level_given_until = '2099-01-01' ${mine}`,
    ]) {
      expect(await refusalOf(world.owner, statement)).toMatch(/is never allowed/)
    }
    expect(await end(customer)).toBeNull()
    expect(await refusalOf(world.owner, `update ledger.given_levels set ended_at = null ${mine}`)).toMatch(
      /is never allowed|end_as_a_whole/,
    )
    expect(await refusalOf(world.app, row())).toMatch(/permission denied/)
    expect(await refusalOf(world.app, `update ledger.given_levels set ended_at = now() ${mine}`)).toMatch(
      /permission denied/,
    )
  })
})
