import { randomUUID } from 'node:crypto'
import type { Invited } from '@shirogane/domain/points/bring-gifts'
import { openPeriod } from '@shirogane/domain/points/open-period'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { forfeitPoints } from '../points/forfeit.ts'
import { giveGifts } from '../points/gifts.ts'
import { rowsOf, withinPool } from '../within.ts'
import { createWorld, type Customer, posted, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
beforeEach(() => world.setClock('2026-11-02 12:00+09'))
afterAll(() => world.close())

type Asked = { sale: string; to: Customer; points?: number; yen?: number; from?: Customer }

/** The gift of a sale to its customer, or to the inviter of `from`. */
const gift = ({ sale, to, points = 500, yen = 0, from }: Asked) => ({
  sale_id: sale,
  occasion: from ? { campaign: 'invite_given', period: from.id } : { campaign: 'invite', period: 'once' },
  transaction_id: randomUUID(),
  user_id: to.id,
  points,
  expires_at: '2027-02-01T15:00:00.000Z',
  yen,
  message: { code: 'invite_given' } as const,
})

const give = async (gifts: readonly ReturnType<typeof gift>[]): Promise<number> =>
  (await withinPool(world.app, (db) => giveGifts(db, gifts))).length

async function first(customer: Customer, cash = 1_000): Promise<string> {
  return posted(await world.buy(customer, { cash })).id
}

async function holds({ id }: Customer): Promise<number[]> {
  const { rows } = await world.owner.query(
    `select w.point_regular::int as regular, w.point_limited::int as limited, w.balance_bonus::int as bonus,
       w.point_debt::int as debt, (select count(*) from ledger.point_lots l where l.user_id = w.user_id)::int as lots
     from ledger.wallets w where w.user_id = $1`,
    [id],
  )
  return Object.values(rows[0])
}

test('many first purchases bring their gifts in one commit, and one inviter is thanked for each friend', async () => {
  const host = await world.customer()
  const guests = await Promise.all(Array.from({ length: 20 }, () => world.customer()))
  const sales = await Promise.all(guests.map((guest) => first(guest)))
  const gifts = guests.flatMap((guest, index) => [
    gift({ sale: sales[index]!, to: guest, yen: 30 }),
    gift({ sale: sales[index]!, to: host, points: 7, from: guest }),
  ])
  expect(await give(gifts)).toBe(40)
  for (const guest of guests) expect(await holds(guest)).toEqual([10, 500, 30, 0, 1])
  expect(await holds(host)).toEqual([0, 140, 0, 0, 20])
  // Told of twice, they are given once.
  const again = gifts.map((one) => ({ ...one, transaction_id: randomUUID() }))
  expect(await give(again)).toBe(0)
  expect(await holds(host)).toEqual([0, 140, 0, 0, 20])
  const { rows } = await world.owner.query(
    `select count(*)::int as heads, count(distinct t.xid)::int as commits from ledger.transactions t
     join ledger.outbox o on o.transaction_id = t.id where t.id = any ($1) and t.kind = 'grant'`,
    [gifts.map(({ transaction_id }) => transaction_id)],
  )
  expect(rows).toEqual([{ heads: 40, commits: 1 }])
})

test('what brings no gift keeps none of the others back', async () => {
  const [good, returned, void_, small, twice] = (await Promise.all(
    Array.from({ length: 5 }, () => world.customer()),
  )) as [Customer, Customer, Customer, Customer, Customer]
  const [one, two, three] = [await first(good), await first(returned), await first(void_)]
  await world.giveBack({ sale: two })
  await world.giveBack({ sale: three, kind: 'void' })
  const four = await first(twice)
  expect(
    await give([
      gift({ sale: one, to: good }),
      gift({ sale: two, to: returned }),
      gift({ sale: three, to: void_ }),
      gift({ sale: randomUUID(), to: small }),
      gift({ sale: four, to: twice }),
      gift({ sale: four, to: twice }),
    ]),
  ).toBe(2)
  expect(await holds(good)).toEqual([10, 500, 0, 0, 1])
  expect(await holds(returned)).toEqual([0, 0, 0, 0, 0])
  expect(await holds(void_)).toEqual([0, 0, 0, 0, 0])
  expect(await holds(small)).toEqual([0, 0, 0, 0, 0])
  expect(await holds(twice)).toEqual([10, 500, 0, 0, 1])
})

test('what went back with its sale is brought by the next one, to both sides, and still once', async () => {
  const [host, guest] = [await world.customer(), await world.customer()]
  await world.owner.query(
    `insert into affiliators (user_id, code, terms_version, agreed_at) values ($1, 'TWICE', '1.0', ledger.now())`,
    [host.id],
  )
  await world.owner.query('update users set verified = true where id = $1', [host.id])
  await world.owner.query(
    `insert into affiliates (id, user_id, affiliator_id, created_at) values (gen_random_uuid(), $1, $2, ledger.now())`,
    [guest.id, host.id],
  )
  const open = async () => {
    const { rows } = await world.app.query<Invited>('select * from ledger.invitations_of($1)', [[guest.id]])
    const [{ given, inviter_given }] = rows as [Invited]
    return [openPeriod('once', given) !== null, openPeriod(guest.id, inviter_given) !== null]
  }
  const both = (sale: string) => [
    gift({ sale, to: guest, yen: 30 }),
    gift({ sale, to: host, points: 7, from: guest }),
  ]
  for (const kind of ['void', 'refund', 'void'] as const) {
    expect(await open()).toEqual([true, true])
    const sale = await first(guest)
    expect(await give(both(sale))).toBe(2)
    expect(await open()).toEqual([false, false])
    // While it stands, another sale brings nothing.
    expect(await give(both(await first(guest, 50)))).toBe(0)
    await world.giveBack({ sale, kind })
    expect(await holds(guest)).toMatchObject([expect.any(Number), 0, 0, 0, expect.any(Number)])
    expect((await holds(host)).slice(0, 4)).toEqual([0, 0, 0, 0])
    // The sale that went back brings nothing any more.
    expect(await give(both(sale))).toBe(0)
  }
  // Two purchases are told of by several at once, and in one commit.
  const sales = await Promise.all([first(guest), first(guest)])
  const given = await Promise.all([0, 1, 2, 3].map(() => give(sales.flatMap((sale) => both(sale)))))
  expect(given.reduce((all, one) => all + one, 0)).toBe(2)
  expect((await holds(guest)).slice(1, 4)).toEqual([500, 30, 0])
  expect((await holds(host)).slice(0, 4)).toEqual([0, 7, 0, 0])
  expect(await open()).toEqual([false, false])
})

test('what has ended leaves before a gift comes, and what is owed is paid off by it', async () => {
  const [late, debtor] = [await world.customer(), await world.customer()]
  await world.grant(late, 40, '2026-11-03 00:00+09')
  const [mine, other] = [await first(late), await first(debtor)]
  expect(await give([gift({ sale: other, to: debtor })])).toBe(1)
  posted(await world.buy(debtor, { points: 400 }))
  await world.giveBack({ sale: other })
  const owed = (await holds(debtor))[3]!
  expect(owed).toBe(400)
  const next = await first(debtor)
  await world.setClock('2026-11-03 12:00+09')
  expect(await give([gift({ sale: mine, to: late }), gift({ sale: next, to: debtor, from: late })])).toBe(2)
  expect(await holds(late)).toEqual([10, 500, 0, 0, 2])
  const [regular, limited, , debt] = await holds(debtor)
  expect(debt).toBe(0)
  expect(regular! + limited!).toBe(10 + 500 - owed)
})

test('whoever has left is given nothing, also where they leave at that moment, and the other side is', async () => {
  const [host, guest, early] = [await world.customer(), await world.customer(), await world.customer()]
  const [sale, before] = [await first(guest), await first(early)]
  const leave = async (client: pg.ClientBase, { id: user_id }: Customer) => {
    await forfeitPoints(rowsOf(client), { user_id, transaction_id: randomUUID() })
    await client.query(
      'update users set closed_at = ledger.now(), suspended_at = ledger.now() where id = $1',
      [user_id],
    )
  }
  const leaving = await world.owner.connect()
  await leaving.query('begin')
  await leave(leaving, early)
  await leaving.query('commit')
  await leaving.query('begin')
  await leave(leaving, guest)
  const given = give([
    gift({ sale, to: guest, yen: 30 }),
    gift({ sale, to: host, from: guest }),
    gift({ sale: before, to: early, yen: 30 }),
  ])
  await new Promise((resolve) => setTimeout(resolve, 300))
  await leaving.query('commit')
  leaving.release()
  expect(await given).toBe(1)
  expect(await holds(guest)).toEqual([0, 0, 0, 0, 0])
  expect(await holds(early)).toEqual([0, 0, 0, 0, 0])
  expect(await holds(host)).toEqual([0, 500, 0, 0, 1])
})

test('four processes that tell of the same purchases while their customers pay, return and share an inviter give each gift once', async () => {
  const hosts = [await world.customer(), await world.customer()]
  const guests = await Promise.all(Array.from({ length: 12 }, () => world.customer({ paid: 10_000 })))
  const sales = await Promise.all(guests.map((guest) => first(guest)))
  const round = () =>
    give(
      guests
        .flatMap((guest, index) => [
          gift({ sale: sales[index]!, to: guest }),
          gift({ sale: sales[index]!, to: hosts[index % 2]!, points: 3, from: guest }),
        ])
        .toSorted(() => Math.random() - 0.5),
    )
  const given = await Promise.all([
    round(),
    round(),
    ...guests.map(async (guest) => posted(await world.buy(guest, { balance: 100 })) && 0),
    round(),
    ...sales.slice(0, 3).map(async (sale) => (await world.giveBack({ sale })) && 0),
    round(),
  ])
  const total = given.reduce((sum, one) => sum + one, 0)
  // Of a sale that came back first there is none; of one that came back afterwards both went back with it.
  expect(total).toBeGreaterThanOrEqual(18)
  expect(total).toBeLessThanOrEqual(24)
  for (const guest of guests.slice(3)) expect((await holds(guest))[1]).toBe(500)
  for (const guest of guests.slice(0, 3)) expect((await holds(guest))[1]).toBe(0)
  expect((await holds(hosts[0]!))[1]! + (await holds(hosts[1]!))[1]!).toBe(27)
})
