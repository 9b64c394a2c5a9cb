import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorld, type Customer, posted, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
beforeEach(() => world.setClock('2026-11-02 12:00+09'))
afterAll(() => world.close())

/** Somebody who invites, and somebody who came by it. */
async function pair(): Promise<{ inviter: Customer; friend: Customer }> {
  const [inviter, friend] = [await world.customer(), await world.customer({ paid: 100_000, points: 5_000 })]
  await invite(inviter, friend)
  return { inviter, friend }
}

async function invite(inviter: Customer, friend: Customer): Promise<void> {
  await world.owner.query(
    `insert into affiliators (user_id, code, terms_version, agreed_at)
     values ($1::uuid, upper(substr(replace($1::text, '-', ''), 1, 12)), '1.0', ledger.now()) on conflict do nothing`,
    [inviter.id],
  )
  await world.owner.query(
    `insert into affiliates (id, user_id, affiliator_id, created_at) values (gen_random_uuid(), $1, $2, ledger.now())`,
    [friend.id, inviter.id],
  )
}

async function buy(customer: Customer, sale: Parameters<World['buy']>[1]): Promise<string> {
  return posted(await world.buy(customer, sale)).id
}

/** What stands where: pending at the shops, confirmed, ready to be paid out, and the paid balance. */
async function standing({ id }: Customer): Promise<number[]> {
  const { rows } = await world.owner.query(
    `select (select coalesce(sum(pending), 0) from ledger.rewards where affiliator_id = $1)::int as pending,
       reward_confirmed::int as confirmed, reward::int as reward, balance_paid::int as paid
     from ledger.wallets where user_id = $1`,
    [id],
  )
  const { pending, confirmed, reward, paid } = rows[0]
  return [pending, confirmed, reward, paid]
}

async function settle(): Promise<number> {
  const { rows } = await world.app.query('select * from ledger.due_rewards(1000) as id')
  let moved = 0
  for (const { id } of rows) {
    const done = await world.app.query('select ledger.settle_reward($1, $2) as done', [id, randomUUID()])
    moved += done.rows[0].done ? 1 : 0
  }
  return moved
}

async function claim(
  { id }: Customer,
  method: 'wallet' | 'bank',
  friend?: Customer,
  key: string | null = randomUUID(),
): Promise<{ transaction: string | null; code: string | null; n: number | null; replayed: boolean }> {
  const { rows } = await world.app.query('select * from ledger.claim_reward($1, $2, $3, $4, $5, $6)', [
    randomUUID(),
    id,
    friend?.id ?? null,
    method,
    key,
    Buffer.from(`${method}${friend?.id}`),
  ])
  return rows[0]
}

const later = (date: string) => world.setClock(`${date} 12:00+09`)
const refund = (sale: string, amount?: number) =>
  world.giveBack({ sale, ...(amount !== undefined && { amount }) })

test('a sale to an invited member books five percent of what earned, and nobody can have it before the goods may no longer come back', async () => {
  const { inviter, friend } = await pair()
  await buy(friend, { points: 1_001, balance: 5_000, cash: 4_019 })
  // 9,019 yen earned: 450.95.
  expect(await standing(inviter)).toEqual([450, 0, 0, 0])
  expect(await claim(inviter, 'wallet')).toMatchObject({ code: 'REWARD_NONE' })
  await later('2026-11-16')
  expect(await settle()).toBe(0)
  await later('2026-11-17')
  expect(await settle()).toBe(1)
  expect(await standing(inviter)).toEqual([0, 450, 0, 0])
  expect(await settle()).toBe(0)
  expect(await claim(inviter, 'wallet', friend)).toMatchObject({ code: null })
  expect(await standing(inviter)).toEqual([0, 0, 0, 450])
  expect(await claim(inviter, 'wallet', friend)).toMatchObject({ code: 'REWARD_NONE' })
})

test('half of the goods take half of the reward back, and the rest of them the rest, to the yen', async () => {
  const { inviter, friend } = await pair()
  const sale = await buy(friend, { balance: 9_999 })
  expect((await standing(inviter))[0]).toBe(499)
  await refund(sale, 5_000)
  // 4,999 yen are left: 249.95.
  expect((await standing(inviter))[0]).toBe(249)
  await refund(sale, 4_499)
  // 500 yen are the least that earns.
  expect((await standing(inviter))[0]).toBe(25)
  await refund(sale, 1)
  expect((await standing(inviter))[0]).toBe(0)
  await refund(sale)
  expect((await standing(inviter))[0]).toBe(0)
  await later('2026-11-30')
  await settle()
  expect(await standing(inviter)).toEqual([0, 0, 0, 0])
})

test('a void leaves nothing of the reward, and no correction changes it', async () => {
  const { inviter, friend } = await pair()
  const sale = await buy(friend, { cash: 8_000 })
  expect((await standing(inviter))[0]).toBe(400)
  expect((await world.giveBack({ sale, kind: 'void' })).code).toBeNull()
  expect(await standing(inviter)).toEqual([0, 0, 0, 0])
})

test('what comes back after the claim is taken from what can be paid out, and the rest is carried forward', async () => {
  const { inviter, friend } = await pair()
  const sale = await buy(friend, { balance: 20_000 })
  await buy(friend, { balance: 6_000 })
  await later('2026-11-17')
  await settle()
  expect(await standing(inviter)).toEqual([0, 1_300, 0, 0])
  expect(await claim(inviter, 'bank', friend)).toMatchObject({ code: null })
  expect(await standing(inviter)).toEqual([0, 0, 1_300, 0])
  const third = await buy(friend, { balance: 4_000 })
  await later('2026-12-02')
  await settle()
  expect(await claim(inviter, 'wallet')).toMatchObject({ code: null })
  expect(await standing(inviter)).toEqual([0, 0, 1_300, 200])

  // The brand takes goods back for longer than it did when the rewards were confirmed.
  await setting('refund.window_days', 60)
  await refund(sale)
  expect(await standing(inviter)).toEqual([0, 0, 300, 200])
  await refund(third)
  expect(await standing(inviter)).toEqual([0, 0, 100, 200])
  await setting('refund.window_days', 14)
  expect(await claim(inviter, 'wallet')).toMatchObject({ code: 'REWARD_NONE' })
})

test('what nobody holds any more is carried forward, and kept back from what is confirmed next', async () => {
  const { inviter, friend } = await pair()
  const sale = await buy(friend, { balance: 20_000 })
  await later('2026-11-17')
  await settle()
  await claim(inviter, 'wallet', friend)
  await setting('refund.window_days', 60)
  await refund(sale, 10_000)
  await setting('refund.window_days', 14)
  // Balance that was received stays received: the house waits for the next rewards.
  expect(await standing(inviter)).toEqual([0, -500, 0, 1_000])
  expect(await claim(inviter, 'wallet')).toMatchObject({ code: 'REWARD_CARRIED', n: 500 })
  await buy(friend, { balance: 16_000 })
  await later('2026-12-02')
  await settle()
  expect(await standing(inviter)).toEqual([0, 300, 0, 1_000])
  expect(await claim(inviter, 'bank', friend)).toMatchObject({ code: null })
  expect(await standing(inviter)).toEqual([0, 0, 300, 1_000])
})

async function setting(key: string, value: number): Promise<void> {
  await world.owner.query(
    `insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value`,
    [key, JSON.stringify(value)],
  )
}
