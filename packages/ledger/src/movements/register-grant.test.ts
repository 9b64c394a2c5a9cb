import { createHash, randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  grantAtRegister,
  type RegisterGrantOutcome,
  type RegisterGrantRequest,
  takeBackPoints,
} from '../points/register-grant.ts'
import { randomFrom } from '../testing/random.ts'
import { agreeToMove } from '../testing/agree.ts'
import { type Clerk, type Code, createWorld, type Customer, posted, type World } from '../testing/world.ts'
import { withinPool } from '../within.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterEach(() => world.setClock(null))
afterAll(() => world.close())

const act = (by: Clerk, key: string, body: unknown) => ({
  actor_id: by.user_id,
  session_id: by.session_id,
  key,
  request_hash: createHash('sha256').update(JSON.stringify(body)).digest(),
  transaction_id: randomUUID(),
  giver_transaction_id: randomUUID(),
  reason: 'お詫び',
})
type Asked = {
  to: Customer
  from?: Customer
  points: number
  by?: Clerk
  key?: string
  approved_by?: Clerk
  /** Codes that were shown for it; a giver's is shown and agreed to where none is named. */
  code_id?: string
  giver?: { code_id: string | null; id: string }
}
const agreed = async ({ to, from, points, by = world.register, key = randomUUID() }: Asked) => {
  const id = randomUUID()
  return { code_id: await agreeToMove(world, { from: from!, to, points, by, key, id }), id }
}
const grant = async (asked: Asked) => {
  const { to, from, points, by = world.register, key = randomUUID(), approved_by, code_id = null } = asked
  const giver = asked.giver ?? (from && (await agreed({ ...asked, key })))
  const request: RegisterGrantRequest = {
    ...act(by, key, [to.id, from?.id, points]),
    ...(giver && { giver_transaction_id: giver.id }),
    route: 'hand',
    store_id: by.store_id,
    register_id: by.register_id,
    customer_id: to.id,
    code_id,
    giver_id: from?.id ?? null,
    giver_code_id: giver?.code_id ?? null,
    message: { code: 'received_from_member', member: 'A' },
    giver_message: { code: 'moved_to_member', member: 'B' },
    points,
    approved_by: approved_by?.user_id ?? null,
  }
  return withinPool(world.app, (db) => grantAtRegister(db, request))
}
const granted = async (asked: Asked): Promise<string> => {
  const outcome = await grant(asked)
  if (outcome.code !== null) throw new Error(`refused: ${outcome.code}`)
  return outcome.transaction
}
const takeBack = (
  grant_id: string,
  {
    by = world.register,
    key = randomUUID(),
    approved_by,
  }: Pick<Partial<Asked>, 'by' | 'key' | 'approved_by'> = {},
): Promise<RegisterGrantOutcome> =>
  withinPool(world.app, (db) =>
    takeBackPoints(db, {
      ...act(by, key, [grant_id]),
      route: 'take_back',
      grant_id,
      approved_by: approved_by?.user_id ?? null,
    }),
  )
const pointsOf = async (customer: Customer) => {
  const { point_regular, point_limited, point_debt } = await world.wallet(customer)
  return { regular: point_regular, limited: point_limited, debt: point_debt }
}
const lotsOf = async ({ id }: Customer) => {
  const { rows } = await world.app.query<{ remaining: number; expires_at: Date }>(
    'select remaining::int, expires_at from ledger.point_lots where user_id = $1 and remaining > 0 order by expires_at',
    [id],
  )
  return rows.map(({ remaining, expires_at }) => [remaining, expires_at.toISOString()])
}
const fresh = () => world.clerk(world.register.store_id, world.register.register_id)
const register = async (number: number): Promise<string> => {
  const id = randomUUID()
  await world.owner.query('insert into registers (id, store_id, number, name) values ($1, $2, $3, $4)', [
    id,
    world.register.store_id,
    number,
    `レジ${number}`,
  ])
  return id
}
const codeRow = async (id: string): Promise<Code> =>
  (
    await world.owner.query<Code>('select id, token_hash, code_hash from ledger.pay_codes where id = $1', [
      id,
    ])
  ).rows[0]!
const stop = ({ user_id }: Clerk, is = true) =>
  world.owner.query('update users set suspended_at = case when $2 then now() end where id = $1', [
    user_id,
    is,
  ])

describe('points that staff give', () => {
  test('are regular points, with their reason, and count towards no rank', async () => {
    const customer = await world.customer()
    const id = await granted({ to: customer, points: 300 })
    expect(await pointsOf(customer)).toEqual({ regular: 300, limited: 0, debt: 0 })
    expect(await world.wallet(customer)).toMatchObject({ level_index: 0, level_accumulation: 0 })
    const { rows } = await world.app.query(
      'select kind, reason, employee_id, level_before, level_after from ledger.transactions where id = $1',
      [id],
    )
    expect(rows).toEqual([
      {
        kind: 'grant',
        reason: 'お詫び',
        employee_id: world.register.user_id,
        level_before: 0,
        level_after: 0,
      },
    ])
  })

  test('pay off a debt first', async () => {
    const customer = await world.customer()
    await world.owe(customer, 100)
    await granted({ to: customer, points: 250 })
    expect(await pointsOf(customer)).toEqual({ regular: 150, limited: 0, debt: 0 })
  })

  test('stay below what one person may give at once and in a day, also when given in ten places at once', async () => {
    const [by, customer] = [await fresh(), await world.customer()]
    expect((await grant({ to: customer, points: 1_001, by })).code).toBe('APPROVAL_REQUIRED')
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => grant({ to: customer, points: 900, by })),
    )
    expect(outcomes.filter(({ code }) => code === null)).toHaveLength(5)
    expect(outcomes.filter(({ code }) => code === 'APPROVAL_REQUIRED')).toHaveLength(5)
    expect(await pointsOf(customer)).toMatchObject({ regular: 4_500 })
    expect((await grant({ to: customer, points: 501, by })).code).toBe('APPROVAL_REQUIRED')
    expect((await grant({ to: customer, points: 500, by })).code).toBeNull()
    // A second person's approval lifts both; no one is their own second person, and a clerk cannot approve.
    expect((await grant({ to: customer, points: 5_000, by, approved_by: world.register })).code).toBe(
      'FORBIDDEN',
    )
    expect((await grant({ to: customer, points: 5_000, by, approved_by: by })).code).toBe('FORBIDDEN')
    expect((await grant({ to: customer, points: 5_000, by, approved_by: world.manager })).code).toBeNull()
  })

  test('need the approval of a person who is not stopped', async () => {
    const [by, customer] = [await fresh(), await world.customer()]
    const asked = { to: customer, points: 5_000, by, approved_by: world.manager }
    await stop(world.manager)
    expect((await grant(asked)).code).toBe('FORBIDDEN')
    expect(await pointsOf(customer)).toMatchObject({ regular: 0 })
    await stop(world.manager, false)
    expect((await grant(asked)).code).toBeNull()
  })

  test('are given once for a key, and an act that waited for an approval keeps its key', async () => {
    const [by, customer, key] = [await fresh(), await world.customer(), randomUUID()]
    const big = { to: customer, points: 2_000, by, key }
    expect(await grant(big)).toMatchObject({ code: 'APPROVAL_REQUIRED', replayed: false })
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => grant({ ...big, approved_by: world.manager })),
    )
    expect(new Set(outcomes.map(({ transaction }) => transaction)).size).toBe(1)
    expect(outcomes.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect(await pointsOf(customer)).toMatchObject({ regular: 2_000 })
    expect(await grant({ ...big, points: 1 })).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
  })

  test('never go to staff themselves, to somebody suspended, or from another store', async () => {
    const own = await world.customer()
    const by = await world.clerk(world.register.store_id, world.register.register_id, own.id)
    const other = await world.customer({ points: 50 })
    expect((await grant({ to: own, points: 1, by })).code).toBe('POINTS_SELF')
    expect((await grant({ to: own, from: other, points: 1, by })).code).toBe('POINTS_SELF')
    await world.owner.query('update users set suspended_at = now() where id = $1', [other.id])
    expect((await grant({ to: other, points: 1 })).code).toBe('CUSTOMER_SUSPENDED')
    expect((await grant({ to: own, from: other, points: 1 })).code).toBe('CUSTOMER_SUSPENDED')
    const stray = { ...world.elsewhere, store_id: world.register.store_id }
    expect((await grant({ to: own, points: 1, by: stray })).code).toBe('FORBIDDEN')
  })
})

describe('points that move from one member to another', () => {
  test('take their ends along: lots in their order, and regular points as long as they would have lived', async () => {
    await world.setClock('2026-11-21T03:00:00Z')
    const from = await world.customer({
      points: 500,
      limited: [
        [40, '2098-01-01'],
        [60, '2099-01-01'],
      ],
    })
    await world.setClock('2027-02-01T03:00:00Z')
    const to = await world.customer({ points: 10 })
    await granted({ to, from, points: 150 })
    expect(await pointsOf(from)).toEqual({ regular: 450, limited: 0, debt: 0 })
    expect(await pointsOf(to)).toEqual({ regular: 10, limited: 150, debt: 0 })
    expect(await lotsOf(to)).toEqual([
      [50, '2027-11-21T14:59:59.000Z'],
      [40, '2098-01-01T00:00:00.000Z'],
      [60, '2099-01-01T00:00:00.000Z'],
    ])
    // To move is not to use: what stays behind lives no longer for it.
    const { point_regular_expires_on } = await world.wallet(from)
    expect(String(point_regular_expires_on)).toContain('2027-11-21')
    expect((await grant({ to, from, points: 451 })).code).toBe('INSUFFICIENT_POINT')
    expect((await grant({ to, from: to, points: 1 })).code).toBe('POINTS_SAME_MEMBER')
  })

  test('both ways at once neither wait for each other nor make a point', async () => {
    const [one, two] = [await world.customer({ points: 100 }), await world.customer({ points: 100 })]
    // Each at a register of their own, which holds the giver's code for this move.
    const asked: Asked[] = []
    for (let index = 0; index < 12; index += 1) {
      const by = await world.clerk(world.register.store_id, await register(20 + index))
      const move = index % 2 === 0 ? { to: one, from: two, points: 7 } : { to: two, from: one, points: 9 }
      asked.push({ ...move, by, giver: await agreed({ ...move, by }) })
    }
    const outcomes = await Promise.all(asked.map(grant))
    expect(outcomes.every(({ code }) => code === null)).toBe(true)
    const [a, b] = [await pointsOf(one), await pointsOf(two)]
    expect([a.regular + a.limited, b.regular + b.limited]).toEqual([88, 112])
  })

  test('never leave without arriving, whoever writes the rows', async () => {
    const customer = await world.customer({ points: 100 })
    const alone = world.owner.query(
      `with head as (
         insert into ledger.movements (id, number, kind, customer_id, store_id, business_date, tender_point_regular,
           balance_paid_after, balance_bonus_after, point_regular_after, point_limited_after, opened_at, completed_at)
         values (gen_random_uuid(), gen_random_uuid()::text, 'transfer', $1, $2, current_date, 30, 0, 0, 70, 0, now(), now())
         returning id
       ), told as (
         insert into ledger.outbox (topic, transaction_id, created_at, available_at)
         select 'transaction', id, now(), now() from head
       )
       insert into ledger.transfers (transaction_id, line, code, debit_kind, debit_holder, credit_kind, credit_holder, amount)
       select id, 1, 'move_points', 'point_regular', $1, 'points_moved', $2, 30 from head`,
      [customer.id, world.register.store_id],
    )
    await expect(alone).rejects.toThrow(/has no other side/)
  })
})

describe('the codes that were shown for it', () => {
  test('a gift spends the code: six at once with one, at two shops, give once', async () => {
    const customer = await world.customer()
    const { id: code_id } = await world.code(customer)
    const outcomes = await Promise.all(
      [world.register, world.neighbour, world.elsewhere, world.register, world.elsewhere, world.manager].map(
        (by) => grant({ to: customer, points: 500, by, code_id }),
      ),
    )
    const refused = outcomes.filter(({ code }) => code !== null)
    expect(refused.map(({ code }) => code)).toEqual(Array<string>(5).fill('QR_ALREADY_USED'))
    expect(await pointsOf(customer)).toMatchObject({ regular: 500 })
    expect((await world.claim(await codeRow(code_id))).refusal).toBe('QR_ALREADY_USED')
  })

  test('a code that another register holds, or that has run out, carries nothing', async () => {
    const customer = await world.customer()
    const held = await world.code(customer)
    await world.claim(held, world.elsewhere)
    expect((await grant({ to: customer, points: 1, code_id: held.id })).code).toBe('QR_CLAIMED')
    const old = await world.code(customer)
    await world.setClock(new Date(Date.now() + 301_000).toISOString())
    expect((await grant({ to: customer, points: 1, code_id: old.id })).code).toBe('QR_EXPIRED')
    expect(await pointsOf(customer)).toMatchObject({ regular: 0 })
  })

  test('a move spends both, by one yes, however often and wherever it is sent', async () => {
    const [from, to] = [await world.customer({ points: 3_000 }), await world.customer()]
    const [key, { id: code_id }] = [randomUUID(), await world.code(to)]
    const asked = { to, from, points: 500, key, code_id }
    const giver = await agreed(asked)
    const outcomes = await Promise.all([
      ...Array.from({ length: 5 }, () => grant({ ...asked, giver })),
      // The same yes under another key, and the same code at another shop.
      grant({ ...asked, giver, key: randomUUID() }),
      grant({
        ...asked,
        giver: { ...giver, id: randomUUID() },
        key: randomUUID(),
        by: world.elsewhere,
      }).catch(() => ({ code: 'refused', replayed: false })),
    ])
    expect(outcomes.filter(({ code, replayed }) => code === null && !replayed)).toHaveLength(1)
    expect(await pointsOf(from)).toMatchObject({ regular: 2_500 })
    expect(await pointsOf(to)).toMatchObject({ limited: 500 })
    const spent = await world.app.query<{ state: string }>(
      'select state from ledger.pay_codes where id = any ($1)',
      [[code_id, giver.code_id]],
    )
    expect(spent.rows.map(({ state }) => state)).toEqual(['spent', 'spent'])
  })

  test('a move that nobody agreed to, or to another amount or member, does not reach the books', async () => {
    const [from, to, other] = [
      await world.customer({ points: 1_000 }),
      await world.customer(),
      await world.customer(),
    ]
    const { id } = await world.code(from)
    const unasked = grant({ to, from, points: 10, giver: { code_id: id, id: randomUUID() } })
    await expect(unasked).rejects.toThrow(/was not asked/)
    const asked = { to, from, points: 10 }
    for (const changed of [{ points: 11 }, { to: other }]) {
      const giver = await agreed(asked)
      await expect(grant({ ...asked, ...changed, giver })).rejects.toThrow(/does not become spent/)
    }
    expect(await pointsOf(from)).toMatchObject({ regular: 1_000 })
  })

  test('whoever receives may have shown theirs before the giver said yes, and once', async () => {
    await world.setClock('2027-05-01T03:00:00Z')
    const [from, to] = [await world.customer({ points: 100 }), await world.customer()]
    const { id: code_id } = await world.code(to)
    await world.setClock('2027-05-01T03:04:30Z')
    const asked = { to, from, points: 10, code_id }
    const giver = await agreed(asked)
    await world.setClock('2027-05-01T03:05:20Z')
    expect((await grant({ ...asked, giver })).code).toBeNull()
    expect((await grant({ ...asked, giver: await agreed(asked) })).code).toBe('QR_ALREADY_USED')
  })
})

describe('taken back', () => {
  test('by the approval of a person who is not stopped', async () => {
    const customer = await world.customer()
    const id = await granted({ to: customer, points: 10 })
    const asked = { by: world.neighbour, approved_by: world.manager }
    await stop(world.manager)
    expect((await takeBack(id, asked)).code).toBe('FORBIDDEN')
    expect(await pointsOf(customer)).toMatchObject({ regular: 10 })
    await stop(world.manager, false)
    expect((await takeBack(id, asked)).code).toBeNull()
  })

  test('a gift leaves as it came, once, from however many places, and counts against no ceiling', async () => {
    const [by, customer] = [await fresh(), await world.customer({ points: 20 })]
    const ids: string[] = []
    for (let times = 0; times < 5; times += 1) ids.push(await granted({ to: customer, points: 1_000, by }))
    expect((await grant({ to: customer, points: 1, by })).code).toBe('APPROVAL_REQUIRED')
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => takeBack(ids[0]!, { by })))
    expect(outcomes.filter(({ code }) => code === null)).toHaveLength(1)
    expect(new Set(outcomes.map(({ code }) => code))).toEqual(new Set([null, 'TXN_VOIDED']))
    expect(await pointsOf(customer)).toMatchObject({ regular: 4_020 })
    expect((await grant({ to: customer, points: 1_000, by })).code).toBeNull()
  })

  test('a gift that was spent is owed', async () => {
    const customer = await world.customer()
    const id = await granted({ to: customer, points: 300 })
    posted(await world.buy(customer, { points: 250 }))
    expect(await takeBack(id)).toMatchObject({ code: null })
    expect(await pointsOf(customer)).toEqual({ regular: 0, limited: 0, debt: 250 })
  })

  test('a move goes back into the lots that it came from, whatever became of it', async () => {
    const from = await world.customer({ points: 30, limited: [[40, '2098-01-01']] })
    const to = await world.customer({ points: 5 })
    const id = await granted({ to, from, points: 60 })
    posted(await world.buy(to, { points: 20 }))
    expect(await takeBack(id)).toMatchObject({ code: null })
    expect(await pointsOf(from)).toEqual({ regular: 30, limited: 40, debt: 0 })
    expect(await lotsOf(from)).toEqual([[40, '2098-01-01T00:00:00.000Z']])
    expect(await pointsOf(to)).toEqual({ regular: 0, limited: 0, debt: 15 })
  })

  test('a move of somebody who has left meanwhile goes back and ends with their membership', async () => {
    const [giver, taker] = [await world.customer({ points: 500 }), await world.customer()]
    const id = await granted({ from: giver, to: taker, points: 300 })
    await world.owner.query('update users set closed_at = now(), suspended_at = now() where id = $1', [
      giver.id,
    ])
    await world.forfeit(giver)
    expect(await takeBack(id)).toMatchObject({ code: null })
    expect(await pointsOf(taker)).toEqual({ regular: 0, limited: 0, debt: 0 })
    expect(await pointsOf(giver)).toEqual({ regular: 0, limited: 0, debt: 0 })
    expect(await world.findings()).toEqual([])
  })

  test('on its own day alone, and by whoever gave it or a manager', async () => {
    await world.setClock('2027-03-01T03:00:00Z')
    const customer = await world.customer()
    const [mine, late] = [
      await granted({ to: customer, points: 10 }),
      await granted({ to: customer, points: 10 }),
    ]
    expect((await takeBack(mine, { by: world.neighbour })).code).toBe('VOID_APPROVAL')
    expect((await takeBack(mine, { by: world.elsewhere })).code).toBe('FORBIDDEN')
    expect((await takeBack(mine, { by: world.manager })).code).toBeNull()
    // Half past four in the morning still belongs to the day before, five o'clock does not.
    await world.setClock('2027-03-01T20:00:00Z')
    expect((await takeBack(late)).code).toBe('TXN_CLOSED')
    expect((await takeBack(randomUUID())).code).toBe('TXN_NOT_FOUND')
  })
})

test('two hundred random gifts, moves and returns do what a second telling of the rules does', async () => {
  const draw = randomFrom(7)
  const people = await Promise.all(
    [0, 1, 2].map(async (index) => ({
      who: await world.customer({ points: 50 * index }),
      points: 50 * index,
      debt: 0,
    })),
  )
  const by = world.manager
  const done: { id: string; to: number; from: number | null; points: number }[] = []
  const receive = (index: number, points: number) => {
    const person = people[index]!
    const repaid = Math.min(person.debt, points)
    person.debt -= repaid
    person.points += points - repaid
  }
  const lose = (index: number, points: number) => {
    const person = people[index]!
    const taken = Math.min(person.points, points)
    person.points -= taken
    person.debt += points - taken
  }
  for (let turn = 0; turn < 200; turn += 1) {
    const [to, from, points] = [draw(3), draw(3), 1 + draw(120)]
    const kind = draw(4)
    if (kind === 0 && done.length > 0) {
      const [back] = done.splice(draw(done.length), 1)
      expect((await takeBack(back!.id, { by })).code).toBe(null)
      lose(back!.to, back!.points)
      if (back!.from !== null) receive(back!.from, back!.points)
    } else if (kind === 1) {
      // Spent elsewhere, all that is there.
      const person = people[to]!
      if (person.points > 0) posted(await world.buy(person.who, { points: person.points }))
      person.points = 0
    } else {
      const isMove = kind === 2
      const outcome = await grant({
        to: people[to]!.who,
        ...(isMove && { from: people[from]!.who }),
        points,
        by,
      })
      const due = !isMove
        ? null
        : to === from
          ? 'POINTS_SAME_MEMBER'
          : people[from]!.points < points
            ? 'INSUFFICIENT_POINT'
            : null
      expect(outcome.code).toBe(due)
      if (outcome.code !== null) continue
      if (isMove) lose(from, points)
      receive(to, points)
      done.push({ id: outcome.transaction, to, from: isMove ? from : null, points })
    }
    for (const person of people) {
      const { regular, limited, debt } = await pointsOf(person.who)
      expect({ points: regular + limited, debt }, `turn ${turn}`).toEqual({
        points: person.points,
        debt: person.debt,
      })
    }
  }
})
