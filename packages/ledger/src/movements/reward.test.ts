import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listDueRewards, payReward } from '../rewards/claim-rewards.ts'
import { rowsOf, withinPool } from '../within.ts'
import { claimFor, payDueRewards } from '../testing/rewards.ts'
import { createWorld, type Customer, posted, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
beforeEach(() => world.setClock('2026-11-02 12:00+09'))
afterAll(() => world.close())

/** A member who invites, and one who came by it. */
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

async function payRewards(): Promise<number> {
  return payDueRewards(world.app)
}

async function claim(
  { id }: Customer,
  method: 'wallet' | 'bank',
  friend?: Customer,
  key: string | null = randomUUID(),
): Promise<{ transaction: string | null; code: string | null; n: number | null; replayed: boolean }> {
  const outcome = await claimFor(world.app, id, method, { friend: friend?.id ?? null, key })
  return { transaction: null, n: null, ...outcome }
}

const later = (date: string) => world.setClock(`${date} 12:00+09`)
const refund = (sale: string, amount?: number) =>
  world.giveBack({ sale, ...(amount !== undefined && { amount }) })

test('what waits for its inviter stands in the way of no other', async () => {
  const [first, second] = [await pair(), await pair()]
  for (const { friend } of [first, second]) {
    await buy(friend, { balance: 5_000 })
    await world.setClock('2026-11-03 12:00+09')
  }
  await world.owner.query('update users set suspended_at = ledger.now() where id = $1', [first.inviter.id])
  await later('2026-11-30')
  const due = async () => (await listDueRewards(rowsOf(world.app), 1)).map(({ customer_id }) => customer_id)
  expect(await due()).toEqual([second.friend.id])
  expect(await payRewards()).toBe(1)
  expect(await due()).toEqual([])
  await world.owner.query('update users set suspended_at = null where id = $1', [first.inviter.id])
  expect(await due()).toEqual([first.friend.id])
  await payRewards()
})

test('a sale to an invited member books five percent of what earned, and nobody can have it before the articles may no longer come back', async () => {
  const { inviter, friend } = await pair()
  await buy(friend, { points: 1_001, balance: 5_000, cash: 4_019 })
  // 9,019 yen earned: 450.95.
  expect(await standing(inviter)).toEqual([450, 0, 0, 0])
  expect(await claim(inviter, 'wallet')).toMatchObject({ code: 'REWARD_NONE' })
  await later('2026-11-16')
  expect(await payRewards()).toBe(0)
  await later('2026-11-17')
  expect(await payRewards()).toBe(1)
  expect(await standing(inviter)).toEqual([0, 450, 0, 0])
  expect(await payRewards()).toBe(0)
  expect(await claim(inviter, 'wallet', friend)).toMatchObject({ code: null })
  expect(await standing(inviter)).toEqual([0, 0, 0, 450])
  expect(await claim(inviter, 'wallet', friend)).toMatchObject({ code: 'REWARD_NONE' })
})

test('half of the articles take half of the reward back, and the rest of them the rest, to the yen', async () => {
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
  await payRewards()
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
  await payRewards()
  expect(await standing(inviter)).toEqual([0, 1_300, 0, 0])
  expect(await claim(inviter, 'bank', friend)).toMatchObject({ code: null })
  expect(await standing(inviter)).toEqual([0, 0, 1_300, 0])
  const third = await buy(friend, { balance: 4_000 })
  await later('2026-12-02')
  await payRewards()
  expect(await claim(inviter, 'wallet')).toMatchObject({ code: null })
  expect(await standing(inviter)).toEqual([0, 0, 1_300, 200])

  // The brand takes articles back for longer than it did when the rewards were confirmed.
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
  await payRewards()
  await claim(inviter, 'wallet', friend)
  await setting('refund.window_days', 60)
  await refund(sale, 10_000)
  await setting('refund.window_days', 14)
  // Balance that was received stays received: the brand waits for the next rewards.
  expect(await standing(inviter)).toEqual([0, -500, 0, 1_000])
  expect(await claim(inviter, 'wallet')).toMatchObject({ code: 'REWARD_CARRIED', n: 500 })
  await buy(friend, { balance: 16_000 })
  await later('2026-12-02')
  await payRewards()
  expect(await standing(inviter)).toEqual([0, 300, 0, 1_000])
  expect(await claim(inviter, 'bank', friend)).toMatchObject({ code: null })
  expect(await standing(inviter)).toEqual([0, 0, 300, 1_000])
})

test('what was deferred brings its part when it is collected, in parts or at one time', async () => {
  const { inviter, friend } = await pair()
  await world.trust(friend)
  const sale = await buy(friend, { cash: 1_010, later: 9_005 })
  expect((await standing(inviter))[0]).toBe(50)
  expect((await world.collect({ customer: friend, amount: 4_005 })).code).toBeNull()
  // 5,015 yen are paid: 250.75.
  expect((await standing(inviter))[0]).toBe(250)
  expect((await world.collect({ customer: friend, by: world.elsewhere })).code).toBeNull()
  expect((await standing(inviter))[0]).toBe(500)
  await refund(sale)
  expect(await standing(inviter)).toEqual([0, 0, 0, 0])
})

test('an invitation that is looked into confirms nothing, and one that was struck brings nothing back', async () => {
  const { inviter, friend } = await pair()
  await buy(friend, { cash: 10_000 })
  await judge(friend, 'held')
  await later('2026-11-30')
  expect(await payRewards()).toBe(0)
  await judge(friend, 'good')
  expect(await payRewards()).toBe(1)
  await claim(inviter, 'bank')
  await buy(friend, { cash: 4_000 })
  expect(await standing(inviter)).toEqual([200, 0, 500, 0])
  await judge(friend, 'void')
  await payRewards()
  expect(await standing(inviter)).toEqual([0, 0, 0, 0])
  await buy(friend, { cash: 10_000 })
  expect(await standing(inviter)).toEqual([0, 0, 0, 0])
  await expect(judge(friend, 'good')).rejects.toThrow('stays void')
})

test('nothing is earned by small sales, by old invitations, by whoever rings up, or for somebody who was stopped', async () => {
  const { inviter, friend } = await pair()
  const own = await world.clerk(world.elsewhere.store_id, world.elsewhere.register_id, inviter.id)
  await buy(friend, { cash: 499 })
  await buy(friend, { points: 5_000, cash: 499 })
  await buy(friend, { cash: 10_000, clerk: own })
  expect(await standing(inviter)).toEqual([0, 0, 0, 0])
  await world.owner.query(`update users set suspended_at = ledger.now() where id = $1`, [inviter.id])
  await buy(friend, { cash: 10_000 })
  await world.owner.query(`update users set suspended_at = null where id = $1`, [inviter.id])
  await later('2027-11-02')
  await buy(friend, { cash: 10_000 })
  expect(await standing(inviter)).toEqual([0, 0, 0, 0])
  // No member earns by the friends of their friends.
  await world.setClock('2026-11-02 12:00+09')
  const third = await world.customer()
  await invite(friend, third)
  await buy(third, { cash: 10_000 })
  expect([(await standing(friend))[0], (await standing(inviter))[0]]).toEqual([500, 0])
})

/** The manager takes away the customer account of a clerk. */
const giveUp = ({ user_id }: { user_id: string }) =>
  world.app.query(
    `update employees set own_customer_id = null, changed_by = $2, changed_at = clock_timestamp() where user_id = $1`,
    [user_id, world.manager.user_id],
  )

test('whoever gave their account up still earns nothing by what they ring up, until articles may no longer come back', async () => {
  const { inviter, friend } = await pair()
  const clerk = await world.clerk(world.register.store_id, world.register.register_id, inviter.id)
  // The account is taken away, and the clerk moves to another shop.
  await giveUp(clerk)
  await world.owner.query('update employees set store_id = $2 where user_id = $1', [
    clerk.user_id,
    world.elsewhere.store_id,
  ])
  const moved = { ...clerk, store_id: world.elsewhere.store_id, register_id: world.elsewhere.register_id }
  await buy(friend, { cash: 10_000, clerk: moved })
  // Nor does it help to sell in the same hand.
  const otherClerk = await world.clerk(world.register.store_id, world.register.register_id)
  await world.owner.query('update employees set way_in_by = $2, let_in_at = now() where user_id = $1', [
    otherClerk.user_id,
    clerk.user_id,
  ])
  await buy(friend, { cash: 10_000, clerk: otherClerk })
  expect(await standing(inviter)).toEqual([0, 0, 0, 0])
  await later('2026-12-03')
  await buy(friend, { cash: 10_000, clerk: otherClerk })
  expect((await standing(inviter))[0]).toBe(500)
})

test('whoever works in a shop earns nothing by what is sold there, also not when it is paid later, and earns in any other', async () => {
  const { inviter, friend } = await pair()
  await world.trust(friend)
  const clerk = await world.clerk(world.register.store_id, world.register.register_id, inviter.id)
  const deferred = await buy(friend, { cash: 5_000, later: 5_000 })
  await buy(friend, { cash: 10_000, clerk: world.neighbour })
  expect((await world.collect({ customer: friend, sale: deferred, by: world.elsewhere })).code).toBeNull()
  expect(await standing(inviter)).toEqual([0, 0, 0, 0])
  await buy(friend, { cash: 10_000, clerk: world.elsewhere })
  expect((await standing(inviter))[0]).toBe(500)
  // An account that was given up a moment ago belongs to the shop still; that of a clerk who has left the shop does
  // not.
  await giveUp(clerk)
  await buy(friend, { cash: 10_000 })
  expect((await standing(inviter))[0]).toBe(500)
  await world.owner.query('update employees set active = false where user_id = $1', [clerk.user_id])
  await buy(friend, { cash: 10_000 })
  expect((await standing(inviter))[0]).toBe(1_000)
})

test('what somebody earns in a day ends at its limit, whatever was cut does not come back, and what goes back makes room', async () => {
  const { inviter, friend } = await pair()
  await world.trust(friend)
  await setting('affiliate.day_max', 800)
  const first = await buy(friend, { cash: 12_000, later: 8_000 })
  await buy(friend, { cash: 8_000 })
  // 600, and 200 of 400.
  expect(await standing(inviter)).toEqual([800, 0, 0, 0])
  await buy(friend, { cash: 8_000 })
  expect((await world.collect({ customer: friend, amount: 4_000 })).code).toBeNull()
  expect(await standing(inviter)).toEqual([800, 0, 0, 0])
  const { rows } = await world.owner.query(
    'select amount::int, cut::int, day_max::int from ledger.rewards where affiliator_id = $1 order by cut',
    [inviter.id],
  )
  expect(rows).toEqual([
    { amount: 600, cut: 0, day_max: 800 },
    { amount: 200, cut: 200, day_max: 800 },
  ])
  // The next day has its own room: the second part of what was deferred brings its own 200, and nothing of yesterday.
  await later('2026-11-03')
  expect((await world.collect({ customer: friend })).code).toBeNull()
  expect(await standing(inviter)).toEqual([1_000, 0, 0, 0])
  await buy(friend, { cash: 20_000 })
  expect(await standing(inviter)).toEqual([1_600, 0, 0, 0])
  await refund(first)
  expect(await standing(inviter)).toEqual([800, 0, 0, 0])
  // What went back of this day was 200.
  await buy(friend, { cash: 8_000 })
  expect(await standing(inviter)).toEqual([1_000, 0, 0, 0])
  await setting('affiliate.day_max', 10_000)
})

describe('at once', () => {
  test('twenty friends who pay twice fill the day of whoever invited them to the yen, and nobody else waits for it', async () => {
    const inviter = await world.customer()
    const friends = await Promise.all(Array.from({ length: 20 }, () => world.customer()))
    for (const friend of friends) await invite(inviter, friend)
    await setting('affiliate.day_max', 990)
    const other = await pair()
    // Alone and together, in shops that know nothing of each other, while another inviter's friend pays as well.
    await Promise.all([
      ...friends.map((friend, index) => buy(friend, { cash: 2_000 + index })),
      ...friends.map((friend) => buy(friend, { cash: 1_300 })),
      buy(other.friend, { cash: 10_000 }),
    ])
    expect([(await standing(inviter))[0], (await standing(other.inviter))[0]]).toEqual([990, 500])
    await setting('affiliate.day_max', 10_000)
  })

  test('returns of one sale and the end of its invitation take the reward back once', async () => {
    for (let times = 0; times < 4; times += 1) {
      const { inviter, friend } = await pair()
      const sale = await buy(friend, { balance: 10_000 })
      await judge(friend, 'void')
      const give = (amount: number) => refund(sale, amount)
      const outcomes = await Promise.all([
        give(5_000),
        withinPool(world.app, (db) => payReward(db, sale)),
        give(2_000),
        withinPool(world.app, (db) => payReward(db, sale)),
        buy(friend, { cash: 3_000 }),
      ])
      expect([outcomes[0], outcomes[2]].map((outcome) => (outcome as { code: string | null }).code)).toEqual([
        null,
        null,
      ])
      expect(await standing(inviter)).toEqual([0, 0, 0, 0])
    }
  })

  test('nothing is earned after somebody has stopped inviting, by no payment that was under way', async () => {
    const { inviter, friend } = await pair()
    const other = await world.customer()
    await invite(inviter, other)
    const leave = async () => {
      const client = await world.app.connect()
      try {
        await client.query('begin')
        await client.query('update affiliators set left_at = ledger.now() where user_id = $1', [inviter.id])
        const { rows } = await client.query(
          'select count(*)::int as earned from ledger.rewards where affiliator_id = $1',
          [inviter.id],
        )
        await client.query('commit')
        return rows[0].earned
      } finally {
        client.release()
      }
    }
    const [earned] = await Promise.all([
      leave(),
      ...Array.from({ length: 12 }, (_, index) => buy(index % 2 ? friend : other, { cash: 1_000 })),
    ])
    expect((await standing(inviter))[0]).toBe(earned * 50)
    await buy(friend, { cash: 1_000 })
    expect((await standing(inviter))[0]).toBe(earned * 50)
  })

  test('thirty claims, half into balance and half for the bank, move what is confirmed once', async () => {
    const { inviter, friend } = await pair()
    await buy(friend, { balance: 20_000 })
    await later('2026-11-17')
    await payRewards()
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, index) => claim(inviter, index % 2 ? 'wallet' : 'bank', friend)),
    )
    expect(outcomes.filter(({ code }) => code === null)).toHaveLength(1)
    const [, confirmed, reward, paid] = await standing(inviter)
    expect([confirmed, reward! + paid!]).toEqual([0, 1_000])
    const key = randomUUID()
    await buy(friend, { balance: 20_000 })
    await later('2026-12-17')
    await payRewards()
    const same = await Promise.all(Array.from({ length: 10 }, () => claim(inviter, 'bank', friend, key)))
    expect(new Set(same.map(({ transaction }) => transaction)).size).toBe(1)
    expect(same.filter(({ replayed }) => !replayed)).toHaveLength(1)
  })

  test('friends and those who invited them pay, return and claim, and nobody waits in a circle', async () => {
    const { inviter, friend } = await pair()
    await world.charge(inviter, 50_000)
    const other = await world.customer({ paid: 50_000 })
    await invite(inviter, other)
    const sales = await Promise.all([1_000, 2_000, 3_000, 4_000].map((cash) => buy(friend, { cash })))
    await later('2026-11-17')
    await payRewards()
    await setting('refund.window_days', 30)
    const outcomes = await Promise.all([
      ...sales.map((sale) => refund(sale)),
      ...[1_000, 2_000].map(async (balance) => world.buy(inviter, { balance })),
      ...[1_000, 2_000].map(async (balance) => world.buy(other, { balance })),
      claim(inviter, 'wallet', friend),
      claim(inviter, 'bank', friend),
    ])
    await setting('refund.window_days', 14)
    expect(outcomes.slice(0, 8).map(({ code }) => code)).toEqual(Array.from({ length: 8 }, () => null))
    const [pending, confirmed, reward, paid] = await standing(inviter)
    // Of the friend's sales nothing is left, with any amount claimed of them in between.
    expect([pending, confirmed! + reward! + paid! - 47_000]).toEqual([150, 0])
  })
})

describe('the door keeps shut, whoever knocks', () => {
  test.each<[what: string, statement: string]>([
    ['a reward that nobody claimed', `update ledger.rewards set claimed = 1 where affiliator_id = $1`],
    [
      'a reward that never was confirmed',
      `update ledger.rewards set confirmation_id = gen_random_uuid(), confirmed_at = now() where affiliator_id = $1`,
    ],
    ['a larger reward', `update ledger.rewards set amount = amount + 1 where affiliator_id = $1`],
    ['a reward that is gone', `delete from ledger.rewards where affiliator_id = $1`],
    ['what can be paid out', `update ledger.wallets set reward = reward + 1 where user_id = $1`],
    ['what is confirmed', `update ledger.wallets set reward_confirmed = 1000000 where user_id = $1`],
    [
      'a move without a movement',
      `insert into ledger.reward_moves (transaction_id, reward_id, claimed)
       select gen_random_uuid(), transaction_id, 1 from ledger.rewards where affiliator_id = $1`,
    ],
    ['a day without a limit', `update ledger.rewards set day_max = 1000000 where affiliator_id = $1`],
    [
      'a reward without a sale',
      `insert into ledger.rewards (transaction_id, sale_id, customer_id, affiliator_id, store_id, base, rate_bp, base_min,
         amount, earned_at, sold_on)
       select gen_random_uuid(), sale_id, customer_id, affiliator_id, store_id, base, rate_bp, base_min, amount, earned_at, sold_on
       from ledger.rewards where affiliator_id = $1`,
    ],
    ['somebody else as inviter', `update affiliates set affiliator_id = user_id where affiliator_id = $1`],
  ])('to %s', async (_, statement) => {
    const { inviter, friend } = await pair()
    await buy(friend, { cash: 10_000 })
    for (const pool of [world.owner, world.app]) {
      await expect(pool.query(statement, [inviter.id])).rejects.toThrow(
        /only|never allowed|permission denied|without its movement|not what its sale|for good/,
      )
    }
    expect(await standing(inviter)).toEqual([500, 0, 0, 0])
  })

  test.each([
    ['brings one besides', 'reward_expense', 'reward'],
    ['takes what is claimed', 'reward', 'reward_expense'],
    ['turns it into balance', 'reward', 'balance_paid'],
    ['holds it for a payout', 'reward', 'payout_hold'],
    ['takes what is pending', 'reward_pending', 'reward_expense'],
    ['confirms it', 'reward_pending', 'reward_confirmed'],
  ])('to a sale that %s', async (_, debit, credit) => {
    const { inviter, friend } = await pair()
    await buy(friend, { cash: 20_000 })
    await later('2026-11-17')
    await payRewards()
    await claimFor(world.app, inviter.id, 'bank')
    await buy(friend, { cash: 20_000 })
    const before = await standing(inviter)
    await expect(sellMoving(inviter, debit, credit)).rejects.toThrow(/do not add up to its movement/)
    expect(await standing(inviter)).toEqual(before)
  })

  test('to a claim of more than is confirmed, which would leave less than nothing', async () => {
    const { inviter, friend } = await pair()
    await buy(friend, { cash: 10_000 })
    await later('2026-11-17')
    await payRewards()
    for (const amount of [501, 500]) {
      // Even to the yen it is refused: no reward says that it was claimed.
      await expect(forge(inviter, amount)).rejects.toThrow(/add up|something else/)
    }
    expect(await standing(inviter)).toEqual([0, 500, 0, 0])
  })
})

/** A claim by hand, past the function that decides. */
function forge({ id }: Customer, amount: number) {
  return world.owner.query(
    `with head as (
       insert into ledger.movements (id, number, kind, step, customer_id, store_id, business_date,
         balance_paid_after, balance_bonus_after, point_regular_after, point_limited_after, opened_at, completed_at)
       select gen_random_uuid(), gen_random_uuid()::text, 'reward', 'claim', user_id, $2::uuid, ledger.shop_date($2),
         balance_paid, balance_bonus, point_regular, point_limited,
         ledger.now(), ledger.now()
       from ledger.wallets where user_id = $1::uuid returning id
     ), told as (
       insert into ledger.outbox (topic, transaction_id, created_at, available_at)
       select 'transaction', id, ledger.now(), ledger.now() from head
     )
     insert into ledger.transfers (transaction_id, line, code, debit_kind, debit_holder, credit_kind, credit_holder, amount)
     select id, 1, 'claim_reward', 'reward_confirmed', $1::uuid, 'reward', $1::uuid, $3::bigint from head`,
    [id, world.register.store_id, amount],
  )
}

/** A sale by hand whose transfers move a reward besides. */
function sellMoving({ id }: Customer, debit: string, credit: string) {
  const { store_id, register_id, user_id } = world.register
  return world.owner.query(
    `with head as (
       insert into ledger.movements (id, number, kind, customer_id, store_id, register_id, employee_id, business_date,
         spent_total, tender_cash, received_paid, balance_paid_after, balance_bonus_after, point_regular_after,
         point_limited_after, opened_at, completed_at)
       select gen_random_uuid(), gen_random_uuid()::text, 'payment', w.user_id, $2::uuid, $3, $4, ledger.shop_date($2), 1000, 1000,
         g.paid, w.balance_paid + g.paid, w.balance_bonus, w.point_regular, w.point_limited, ledger.now(), ledger.now()
       from ledger.wallets w, (select case when $6::ledger.account = 'balance_paid' then 100 else 0 end as paid) g
       where w.user_id = $1 returning id
     ), told as (
       insert into ledger.outbox (topic, transaction_id, created_at, available_at)
       select 'transaction', id, ledger.now(), ledger.now() from head
     ), listed as (
       insert into ledger.transaction_lines (transaction_id, line, name, quantity, unit_price, discount, subtotal,
         tax_rate_bp, share_points, share_balance, share_cash, share_card, share_later)
       select id, 1, 'x', 1, 1000, 0, 1000, 1000, 0, 0, 1000, 0, 0 from head
     )
     insert into ledger.transfers (transaction_id, line, code, debit_kind, debit_holder, credit_kind, credit_holder, amount)
     select head.id, x.line, 'x', x.debit, case d.holder when 'customer' then $1::uuid else $2::uuid end, x.credit,
       case c.holder when 'customer' then $1::uuid else $2::uuid end, x.amount
     from head, (values (1, 'drawer'::ledger.account, 'sales'::ledger.account, 1000), (2, $5::ledger.account, $6::ledger.account, 100))
       x (line, debit, credit, amount)
     join ledger.accounts d on d.kind = x.debit join ledger.accounts c on c.kind = x.credit`,
    [id, store_id, register_id, user_id, debit, credit],
  )
}

/** As head office decides about an invitation. */
async function judge(friend: Customer, standing: 'good' | 'held' | 'void'): Promise<void> {
  await world.app.query('update affiliates set standing = $2 where user_id = $1', [friend.id, standing])
}

async function setting(key: string, value: number): Promise<void> {
  await world.owner.query(
    `insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value`,
    [key, JSON.stringify(value)],
  )
}
