// Everything that takes from one wallet, at the same moment: payments, payouts and both kinds of exchange (T-RACE-11).
import { randomUUID } from 'node:crypto'
import type { Ask, Caller } from '@shirogane/testkit/calls/caller'
import type { CallName } from '@shirogane/contract/wire/calls'
import { charge, grantPoints } from '@shirogane/testkit/acts/funds'
import { giveRewards, letBePaid, meanwhile, provePayout } from '@shirogane/testkit/acts/payouts'
import { liftStops } from '@shirogane/testkit/acts/payout-methods'
import { confirmRewards, prove } from '@shirogane/testkit/acts/rewards'
import { sell } from '@shirogane/testkit/acts/sale'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, expect, test } from 'vitest'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ env: { DATABASE_POOL: '16' } })
})
afterAll(() => api.close())

type Purse = Record<
  'balance_paid' | 'balance_bonus' | 'point_regular' | 'point_limited' | 'reward' | 'reward_confirmed',
  number
>
const purseOf = async ({ user_id }: Caller): Promise<Purse> =>
  (
    await api.db.query<Purse>(
      `select balance_paid, balance_bonus, point_regular, point_limited, reward, reward_confirmed
       from ledger.wallets where user_id = $1`,
      [user_id],
    )
  )[0]!
/** Yen and points of every kind together: one may become the other, and none of it comes from nowhere. */
const sumOf = (purse: Purse): number => Object.values(purse).reduce((sum, part) => sum + part, 0)

/** One after the other in turn, so that each kind of call stands beside each other kind. */
function inTurn<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, n) => lists.flatMap((list) => list.slice(n, n + 1))).flat()
}

const repeat = <T>(times: number, make: (n: number) => T): T[] =>
  Array.from({ length: times }, (_, n) => make(n))

/** The member's purse: 1,000 of everything that can leave it, and as much again of rewards that were not claimed yet. */
async function fill(member: Caller, friend: Caller, clerk: Caller): Promise<void> {
  await letBePaid(api, member)
  await giveRewards(api, member, friend, 1_500)
  await sell(clerk, friend, { amount: 20_000, tenders: { cash: 20_000 } })
  await confirmRewards(api)
  await liftStops(api)
  const { balance, point_balance } = await member.get('users.wallet')
  if (balance < 1_000) await charge(api.db, member.user_id, 1_000 - balance)
  if (point_balance < 1_000) await grantPoints(api.db, member.user_id, 1_000 - point_balance)
  if (balance > 1_000)
    await sell(clerk, member, { amount: balance - 1_000, tenders: { balance: balance - 1_000 } })
}

test('thirty mixed calls on one wallet take no more than there is, and what left is what was posted', async () => {
  const [member, friend, clerk] = [await api.as('takasaki'), await api.as('yoko'), await api.as('clerk')]
  await fill(member, friend, clerk)
  const others = await Promise.all(repeat(3, () => api.signIn('takasaki')))
  const sessions = [member, ...others]
  await provePayout(api, member)
  await prove(api, member, 'reward')

  const tokens: string[] = []
  for (const session of repeat(14, (n) => sessions[n % sessions.length]!))
    tokens.push((await session.get('users.token')).token)
  await meanwhile(
    api,
    `update ledger.pay_codes set expires_at = issued_at + interval '300 seconds'
     where user_id = '${member.user_id}' and state = 'live'`,
  )

  type Call = [by: Caller, name: CallName, ask: Ask]
  const withKey = (body: object): Ask => ({ body, headers: { 'Idempotency-Key': randomUUID() } })
  const paying = (tenders: { balance: number } | { points: number }, n: number): Call => {
    const [amount] = Object.values(tenders)
    return [
      clerk,
      'transactions.pay',
      withKey({ token: tokens[n], transaction_id: randomUUID(), amount, tenders }),
    ]
  }
  const session = (n: number) => sessions[n % sessions.length]!
  const asked: Call[] = inTurn([
    repeat(8, (n) => paying({ balance: 300 }, n)),
    repeat(6, (n) => paying({ points: 300 }, 8 + n)),
    repeat(6, (n): Call => [session(n), 'transactions.payout', withKey({ amount: 1_000 })]),
    repeat(6, (n): Call => [session(n), 'transactions.convert', withKey({ amount: 300 })]),
    repeat(4, (n): Call => [
      session(n),
      'rewards.claim',
      { params: { id: member.user_id }, ...withKey({ method: n % 2 === 0 ? 'wallet' : 'bank' }) },
    ]),
  ])
  expect(asked).toHaveLength(30)

  const before = await purseOf(member)
  const seen = new Set((await movements(member)).map(({ id }) => id))
  const replies = await Promise.all(asked.map(([by, name, ask]) => by.call(name, ask)))
  const after = await purseOf(member)

  // Each is done or refused by a rule: none ends in a fault, a time-out or a rival's lock.
  for (const [n, { status, body }] of replies.entries())
    expect([200, 201, 403, 409, 422], `${asked[n]![1]}: ${JSON.stringify(body)}`).toContain(status)
  for (const [part, left] of Object.entries(after)) expect(left, part).toBeGreaterThanOrEqual(0)
  const done = (name: CallName) =>
    replies.filter(({ status }, n) => status < 300 && asked[n]![1] === name).length
  expect(done('transactions.payout')).toBe(1)
  expect(done('rewards.claim')).toBe(1)
  expect(done('transactions.pay')).toBeGreaterThan(0)

  const posted = (await movements(member)).filter(({ id }) => !seen.has(id))
  expect(posted).toHaveLength(replies.filter(({ status }) => status < 300).length)
  const left = posted.reduce((sum, { spent, paid_out, earned }) => sum + spent + paid_out - earned, 0)
  expect(sumOf(after)).toBe(sumOf(before) - left)
  expect(await api.db.query('select * from ledger.audit()')).toEqual([])
})

type Movement = { id: string; spent: number; paid_out: number; earned: number }
/** What each of this member's movements took from their purse for good, and what a purchase gave them. */
const movements = ({ user_id }: Caller): Promise<Movement[]> =>
  api.db.query<Movement>(
    `select t.id, case when t.kind = 'payment' then t.spent_total else 0 end as spent,
       case when t.kind = 'payout' then -(select c.reward from ledger.rewards_changed(t.id) c) else 0 end as paid_out,
       case when t.kind = 'payment' then t.received_point_regular + t.received_point_limited else 0 end as earned
     from ledger.transactions t where t.customer_id = $1`,
    [user_id],
  )
