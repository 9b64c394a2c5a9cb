import { randomUUID } from 'node:crypto'
import type { Caller } from '@shirogane/testkit/calls/caller'
import { castPassword } from '@shirogane/testkit/database'
import { fingerprint } from '@shirogane/testkit/asks/fingerprint'
import { confirmRewards, invite, prove, withReturnsOver } from '@shirogane/testkit/acts/rewards'
import { outboxIsEmpty } from '@shirogane/testkit/servers/outbox'
import { sell } from '@shirogane/testkit/acts/sale'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { payRewards } from './index.ts'
import { readNotices } from '@shirogane/testkit/calls/notices'

let api: TestApi
let inviter: Caller
let hanako: Caller
let ofHanako: string
let ofYoko: string
beforeAll(async () => {
  api = await startApi()
  ;[inviter, hanako] = [await api.as('takasaki'), await api.as('hanako')]
  await setDocuments('approved')
  ofHanako = await invite(api, inviter, hanako)
  ofYoko = await invite(api, inviter, await api.as('yoko'))
  // A day that has begun since the demo was laid confirms what its friends bought: that is over before these begin.
  await payRewards(api.server.context, '2026-11-22', async () => {})
})
afterAll(() => api.close())

const keyed = (id: string, method: unknown, key: string = randomUUID()) => ({
  params: { id },
  body: { method },
  headers: { 'Idempotency-Key': key },
})
const standing = async () => {
  const { pending, confirmed, payable, held, paid, carried } = await inviter.get('rewards.wallet')
  return { pending, confirmed, payable, held, paid, carried }
}
const nothing = { pending: 0, confirmed: 0, payable: 0, held: 0, paid: 0, carried: 0 }
const buy = async (customer: Caller, amount: number) =>
  (await sell(await api.as('clerk'), customer, { amount, tenders: { cash: amount } })).transaction
/** Gives so much of a sale back. What the counter was shown of the reward beforehand is what it lost, to the yen. */
const giveBack = async (transaction_id: string, amount: number) => {
  const manager = await api.as('manager')
  const kept = async () =>
    (
      await api.db.query<{ kept: number }>(
        'select coalesce(sum(amount - reversed), 0)::int as kept from ledger.rewards where sale_id = $1',
        [transaction_id],
      )
    )[0]!.kept
  const [before, preview] = [
    await kept(),
    await manager.get('transactions.refundPreview', { body: { transaction_id, amount } }),
  ]
  expect(JSON.stringify(preview)).not.toContain(inviter.user_id)
  await manager.get('transactions.refund', {
    body: { transaction_id, amount, reason: 'お客さま都合' },
    headers: { 'Idempotency-Key': randomUUID() },
  })
  expect(before - (await kept())).toBe(preview.reward)
  return preview.reward
}

test('a friend buys and returns half: the reward follows to the yen, is confirmed, and is claimed half to balance and half to the bank', async () => {
  expect(await standing()).toEqual(nothing)
  const sale = await buy(hanako, 10_001)
  await buy(await api.as('yoko'), 5_000)
  expect(await standing()).toEqual({ ...nothing, pending: 500 + 250 })
  expect(await giveBack(sale.id, 5_001)).toBe(250)
  expect(await standing()).toEqual({ ...nothing, pending: 250 + 250 })

  const { items } = await inviter.get('rewards.wallet')
  expect(items).toMatchObject([
    { affiliate: { id: ofYoko, name: 'yo***' }, status: 'pending', amount: 250, base: 5_000, rate_bp: 500 },
    { affiliate: { id: ofHanako }, status: 'pending', amount: 250, reversed: 250, base: 10_001 },
  ])
  // The inviter cannot have it before the last day of returns is over.
  expect(await payRewards(api.server.context, '2026-11-22', async () => {})).toBe(0)
  await confirmRewards(api)
  expect(await standing()).toEqual({ ...nothing, confirmed: 500 })

  const before = await inviter.get('users.wallet')
  await prove(api, inviter, 'reward')
  const key = randomUUID()
  const claimed = await inviter.call('rewards.claim', keyed(ofHanako, 'wallet', key))
  expect(claimed.body).toMatchObject({
    type: 'reward',
    status: 'completed',
    received_wallet: 250,
    store: null,
    related_id: null,
    reward: { step: 'claim', amount: 250, method: 'wallet' },
  })
  // Said twice, it is the same act, and asks for no second proof.
  const again = await inviter.call('rewards.claim', keyed(ofHanako, 'wallet', key))
  expect(again.headers.get('Idempotency-Replayed')).toBe('true')
  expect(again.body).toEqual(claimed.body)
  expect(await inviter.refused('rewards.claim', keyed(ofHanako, 'bank', key))).toMatchObject({
    status: 422,
    code: 'IDEMPOTENCY_KEY_REUSED',
  })
  const after = await inviter.get('users.wallet')
  expect([after.balance_paid - before.balance_paid, after.balance_bonus]).toEqual([250, before.balance_bonus])

  await prove(api, inviter, 'reward')
  expect(await inviter.get('rewards.claim', keyed(inviter.user_id, 'bank'))).toMatchObject({
    received_wallet: 0,
    reward: { step: 'claim', amount: 250, method: 'bank' },
  })
  expect(await standing()).toEqual({ ...nothing, payable: 250, paid: 250 })
})

test('each movement of rewards says whose purchases it came of, and nothing of where they bought', async () => {
  const { items } = await inviter.get('transactions.list', { query: { filter: 'reward' } })
  const rewards = items.filter(({ type }) => type === 'reward')
  expect(rewards.map(({ reward }) => [reward?.step, reward?.amount])).toEqual([
    ['claim', 250],
    ['claim', 250],
    ['confirm', 250],
    ['confirm', 250],
  ])
  for (const { id } of rewards) {
    const details = await inviter.get('transactions.details', { params: { id } })
    expect(details).toMatchObject({ store: null, related_id: null, original: null, has_receipt: false })
    expect(details.reward_reasons).toHaveLength(1)
    expect(details.reward_reasons[0]).toMatchObject({ amount: 250, rate_bp: 500 })
  }
  // What the friend reads of their own sale does not name the inviter.
  const [own] = (await hanako.get('transactions.list', { query: { filter: 'payment' } })).items
  expect(JSON.stringify(own)).not.toContain('reward')
})

describe('a claim is refused, and nothing has moved', () => {
  const refused = async (caller: Caller, ask: ReturnType<typeof keyed>, expected: object) => {
    const before = await fingerprint(api.db)
    expect(await caller.refused('rewards.claim', ask)).toMatchObject(expected)
    expect(await fingerprint(api.db)).toBe(before)
  }

  test('of somebody else’s friend, without an invitation of one’s own, and by another method', async () => {
    await refused(hanako, keyed(ofYoko, 'wallet'), { status: 404, code: 'NOT_FOUND' })
    await refused(hanako, keyed(hanako.user_id, 'wallet'), {
      status: 403,
      code: 'NOT_AFFILIATOR',
    })
    await refused(inviter, keyed(randomUUID(), 'wallet'), { status: 404, code: 'NOT_FOUND' })
    await refused(inviter, keyed(ofYoko, 'points'), { status: 400, code: 'VALIDATION_ERROR' })
  })

  test('where nothing is confirmed, without a proof, and beyond what a wallet may hold', async () => {
    await refused(inviter, keyed(ofHanako, 'wallet'), {
      status: 409,
      code: 'REWARD_NONE',
      message: '受け取れる紹介報酬がありません。',
    })
    await buy(hanako, 20_000)
    await confirmRewards(api)
    await outboxIsEmpty(api.db)
    await refused(inviter, keyed(ofHanako, 'bank'), { status: 403, code: 'STEP_UP_REQUIRED' })
    await api.db.query(`update settings set value = value || '{"balance_max": 50}' where key = 'limits'`)
    await refused(inviter, keyed(ofHanako, 'wallet'), {
      status: 422,
      code: 'REWARD_BALANCE_LIMIT',
      message: '受け取り後の残高が上限（50円）を超えます。',
    })
    await api.db.query(`update settings set value = value || '{"balance_max": 100000}' where key = 'limits'`)
  })

  test('while the documents are not in order', async () => {
    for (const [status, code] of [
      ['expired', 'KYC_REQUIRED'],
      ['pending', 'KYC_PENDING'],
      ['rejected', 'KYC_REJECTED'],
      ['blocked', 'KYC_BLOCKED'],
    ]) {
      await setDocuments(status!)
      await refused(inviter, keyed(ofHanako, 'wallet'), { code })
    }
    await setDocuments('approved')
  })
})

test('thirty claims at once pay once', async () => {
  const before = (await inviter.get('users.wallet')).balance_paid
  for (let times = 0; times < 12; times += 1) await prove(api, inviter, 'reward')
  const replies = await Promise.all(
    Array.from({ length: 12 }, () => inviter.call('rewards.claim', keyed(ofHanako, 'wallet'))),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await inviter.get('users.wallet')).balance_paid - before).toBe(1_000)
  expect((await standing()).confirmed).toBe(0)
})

test('whoever invited is told once a day what was confirmed, and by the bell alone', async () => {
  await buy(hanako, 8_000)
  await buy(hanako, 4_000)
  const date = new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10)
  const run = () => withReturnsOver(api, () => payRewards(api.server.context, date, async () => {}))
  expect(await run()).toBe(2)
  expect(await run()).toBe(0)
  const notices = await readNotices(api.db, `user_id = $1 and dedupe_key = $2`, [
    inviter.user_id,
    `rewards:${inviter.user_id}:${date}`,
  ])
  expect(notices).toEqual([{ title: '紹介報酬の確定', message: '紹介報酬 2,100円が確定しました' }])
})

test('what comes back after it was confirmed is taken back, and told', async () => {
  const { confirmed } = await standing()
  const sale = await buy(hanako, 10_000)
  await confirmRewards(api)
  expect(await giveBack(sale.id, 4_000)).toBe(200)
  expect((await standing()).confirmed).toBe(confirmed + 300)
  await outboxIsEmpty(api.db)
  const [back] = (await inviter.get('transactions.list', { query: { filter: 'reward' } })).items
  expect(back).toMatchObject({ type: 'reward', reward: { step: 'reverse', amount: -200, method: null } })
  const details = await inviter.get('transactions.details', { params: { id: back?.id ?? '' } })
  expect(details.reward_reasons).toMatchObject([{ name: 'ha***', base: 10_000, amount: -200 }])
  expect(await readNotices(api.db, `transaction_id = $1`, [back?.id])).toEqual([
    { title: '紹介報酬の取り消し', message: '返品・取消による紹介報酬の取り消し：200円' },
  ])
  await giveBack(sale.id, 6_000)
  expect((await standing()).confirmed).toBe(confirmed)
})

test('nobody leaves with rewards behind them', async () => {
  const { balance } = await inviter.get('users.wallet')
  if (balance > 0) await sell(await api.as('clerk'), inviter, { amount: balance, tenders: { balance } })
  await prove(api, inviter, 'delete')
  expect(await inviter.refused('users.remove', { body: { password: castPassword } })).toMatchObject({
    status: 422,
    code: 'CLOSE_REWARD_LEFT',
    message: '紹介報酬が850円残っています。受け取ってから退会してください。',
  })
})

async function setDocuments(status: string): Promise<void> {
  await api.db.query(
    `do $$ begin
       set local session_replication_role = replica;
       update users set kyc_status = '${status}' where id = '${inviter.user_id}';
     end $$`,
  )
}
