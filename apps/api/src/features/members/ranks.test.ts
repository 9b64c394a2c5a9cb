// A rank that head office gives: by two, until a day, told to the member, and what everybody is shown meanwhile.
import { randomUUID } from 'node:crypto'
import { serverEvents } from '@shirogane/contract/wire/events'
import { castPassword } from '@shirogane/testkit/database'
import type { Caller } from '@shirogane/testkit/calls/caller'
import { moveLedgerClock } from '@shirogane/testkit/ledger-clock'
import { outboxIsEmpty } from '@shirogane/testkit/servers/outbox'
import { sell } from '@shirogane/testkit/acts/sale'
import { connect } from '@shirogane/testkit/calls/socket'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runDailyJob } from '../../jobs/jobs.ts'
import { readNotices } from '@shirogane/testkit/calls/notices'

const pin = '493817'
const year = new Date().getUTCFullYear() + 1
const until = `${year}-03-31`

let api: TestApi
let owner: Caller
let books: Caller
let ranks: { id: string; name: string; quota: number; point_rate: number }[]
beforeAll(async () => {
  api = await startApi()
  owner = await api.as('owner')
  books = await api.as('accountant')
  await books.get('users.pin', { body: { current_password: castPassword, pin } })
  ranks = (await owner.get('admin.levels')).items
})
afterAll(async () => {
  await moveLedgerClock(api.db, null)
  await api.close()
})

type Wish = { level: number; until?: string; subject?: object; by?: Caller; decider?: Caller }

/** Asked for and agreed to: the request that gives it. */
async function agreed(
  id: string,
  { level, until: last = until, subject, by = owner, decider = books }: Wish,
) {
  const { id: level_id, name: rank } = ranks[level]!
  const asked = await by.get('approvals.ask', {
    body: {
      kind: 'rank',
      amount: null,
      reason: 'お詫び',
      subject: { user_id: id, level_id, rank, until: last, ...subject },
    },
  })
  await decider.get('approvals.decide', { params: { id: asked.id }, body: { decision: 'approve', pin } })
  return { params: { id }, body: { level_id, until: last, reason: 'お詫び', approval_id: asked.id } }
}
const levelOf = async (who: Caller) => {
  const { current_level, given_until, point_rate } = await who.get('users.level')
  return { current_level, given_until, point_rate }
}
const noticesOf = async (who: Caller) =>
  (await who.get('notifications.list')).items
    .filter(({ title }) => title === '会員ランクのお知らせ')
    .map(({ message }) => message)
const mailsOf = async (who: Caller) =>
  (
    await api.db.query<{ template: string }>(
      `select template from messages where user_id = $1 and template like 'level_%' order by created_at, id`,
      [who.user_id],
    )
  ).map(({ template }) => template)
const night = () => runDailyJob(api.server.context, 'ranks')

test('two people give it; the member is told, and everybody sees it and pays by it until its end', async () => {
  const hanako = await api.as('hanako')
  const clerk = await api.as('clerk')
  const id = hanako.user_id
  await api.db.query(
    `update users set email = coalesce(email, 'h@example.com'), email_verified = true where id = $1`,
    [id],
  )
  const before = await hanako.get('users.level')
  const request = await agreed(id, { level: 3 })
  // The second person was told, with what it is about.
  const [notice] = (await books.get('notifications.list')).items
  expect(notice).toMatchObject({
    title: '承認をお願いします',
    message: expect.stringMatching(/^ランクの付与（/),
  })

  const sheet = await owner.get('admin.giveRank', request)
  expect(sheet).toMatchObject({
    level: { current_level: 3, name: ranks[3]!.name, given_until: until },
    bought_rank: { level_index: before.current_level },
    given_ranks: [
      {
        name: ranks[3]!.name,
        until,
        reason: 'お詫び',
        given_by: '見本 一郎',
        approved_by: '帳場 静',
        ended_at: null,
      },
    ],
  })
  // The same request after a lost answer is no second one.
  expect((await owner.get('admin.giveRank', request)).given_ranks).toHaveLength(1)

  const level = await hanako.get('users.level')
  expect(level).toMatchObject({
    level_id: ranks[3]!.id,
    current_level: 3,
    next_level: ranks[4]!.quota,
    level_accumulation: before.level_accumulation,
    given_until: until,
  })
  expect((await hanako.get('levels.nextLevel', { params: { id: level.level_id } })).id).toBe(ranks[4]!.id)
  expect((await hanako.get('users.me')).level).toEqual(level)
  expect((await hanako.get('users.levelHistory')).items[0]).toMatchObject({
    reason: 'given',
    level_before: before.current_level,
    level_after: 3,
  })
  const change = `会員ランクが「${before.name}」から「${ranks[3]!.name}」に変わりました。`
  expect(await noticesOf(hanako)).toEqual([
    `${change}「${ranks[3]!.name}」は${year}年3月31日までご利用いただけます。`,
  ])
  expect(await mailsOf(hanako)).toEqual(['level_given'])
  const { items } = await owner.get('admin.members', { query: { q: 'hanako' } })
  expect(items[0]?.level_name).toBe(ranks[3]!.name)
  const members = async () => (await owner.get('admin.levels')).items.map((rank) => rank.members)
  const counted = await members()

  // The register shows it, the sale earns by it, and what is bought beneath it is no rise.
  const { token } = await hanako.get('users.token')
  const claim = await clerk.get('transactions.pay', {
    body: { token },
    headers: { 'Idempotency-Key': randomUUID() },
  })
  expect(claim.customer?.level).toEqual({
    current_level: 3,
    name: ranks[3]!.name,
    point_rate: ranks[3]!.point_rate,
  })
  await clerk.get('transactions.payUpdate', {
    body: { transaction_id: claim.transaction.id, status: 'cancelled' },
    headers: { 'Idempotency-Key': randomUUID() },
  })
  const phone = await connect(api.url, '/transactions', { token: hanako.refresh_token })
  await phone.join()
  const sold = await sell(clerk, hanako, { amount: 110_000, tenders: { cash: 110_000 } })
  expect(sold.customer?.level.current_level).toBe(3)
  expect(sold.transaction.received_point_total).toBe((110_000 * ranks[3]!.point_rate) / 10_000)
  const event = serverEvents.purchaseSuccess.parse(await phone.received('purchaseSuccess'))
  expect(event).toMatchObject({ level_up: false, level: { current_level: 3, given_until: until } })
  phone.close()
  await outboxIsEmpty(api.db)
  expect(await mailsOf(hanako)).toEqual(['level_given'])
  expect(await members()).toEqual(counted)
  const bought = (await owner.get('admin.showUser', { params: { id }, query: { purpose: 'counter' } }))
    .bought_rank
  expect(bought.level_index).toBe(2)

  const ended = await owner.get('admin.endRank', { params: { id }, body: { reason: '誤り' } })
  expect(ended).toMatchObject({
    level: { current_level: 2 },
    given_ranks: [{ ended_by: '見本 一郎', end_reason: '誤り' }],
  })
  expect(ended.level.given_until).toBeUndefined()
  expect((await noticesOf(hanako))[0]).toBe(
    `付与された会員ランクの期間が終わり、会員ランクが「${ranks[3]!.name}」から「${ranks[2]!.name}」に変わりました。`,
  )
  expect(await mailsOf(hanako)).toEqual(['level_given', 'level_given_ended'])
  expect((await owner.refused('admin.endRank', { params: { id }, body: { reason: '再' } })).code).toBe(
    'CONFLICT',
  )
  const lines = (await owner.get('admin.log', { query: { group: 'member' } })).items.map(
    ({ action }) => action,
  )
  expect(lines).toEqual(expect.arrayContaining(['member.rank_given', 'member.rank_ended']))
})

test('nobody gives it alone, on another approval, or to an account of their own', async () => {
  const { user_id: id } = await api.as('kyoko')
  const refusal = async (request: Awaited<ReturnType<typeof agreed>>) =>
    (await owner.refused('admin.giveRank', request)).code
  const request = await agreed(id, { level: 3 })
  for (const body of [
    { ...request.body, approval_id: randomUUID() },
    { ...request.body, level_id: ranks[4]!.id },
    { ...request.body, until: `${year}-12-31` },
  ])
    expect(await refusal({ ...request, body })).toBe('APPROVAL_REQUIRED')
  expect(await refusal({ ...request, params: { id: (await api.as('yoko')).user_id } })).toBe(
    'APPROVAL_REQUIRED',
  )
  // The person who asked decides nothing.
  const own = await owner.get('approvals.ask', { body: { kind: 'rank', amount: null, subject: {} } })
  expect(
    (await owner.refused('approvals.decide', { params: { id: own.id }, body: { decision: 'approve', pin } }))
      .code,
  ).toBe('APPROVAL_SELF')
  // A manager has no word in it.
  const manager = await api.as('manager')
  expect(
    (
      await manager.refused('approvals.decide', {
        params: { id: own.id },
        body: { decision: 'approve', pin },
      })
    ).status,
  ).toBeGreaterThanOrEqual(400)
  expect(await refusal(await agreed(id, { level: 0 }))).toBe('RANK_NOT_ABOVE')
  expect(await refusal(await agreed(id, { level: 3, until: '2020-01-01' }))).toBe('RANK_UNTIL')
  expect(await refusal(await agreed(id, { level: 3, until: `${year + 1}-01-01` }))).toBe('RANK_UNTIL')
  expect(
    (await owner.refused('admin.giveRank', { ...request, body: { ...request.body, until: 'x' } })).status,
  ).toBe(400)

  await api.db.query('update employees set own_customer_id = $1 where user_id = $2', [id, owner.user_id])
  expect(await refusal(request)).toBe('SELF_DEALING')
  await api.db.query('update employees set own_customer_id = null where user_id = $1', [owner.user_id])
  await api.db.query('update employees set own_customer_id = $1 where user_id = $2', [id, books.user_id])
  expect(await refusal(request)).toBe('SELF_DEALING')
  await api.db.query('update employees set own_customer_id = null where user_id = $1', [books.user_id])
  expect(await noticesOf(await api.as('kyoko'))).toEqual([])
  await owner.get('admin.giveRank', request)
})

test('its last day ends it, at midnight for the member and at night by word', async () => {
  const kyoko = await api.as('kyoko')
  expect((await levelOf(kyoko)).given_until).toBe(until)
  const before = await noticesOf(kyoko)
  await moveLedgerClock(api.db, `${until}T23:59:59+09:00`)
  expect((await levelOf(kyoko)).current_level).toBe(3)
  await moveLedgerClock(api.db, `${year}-04-01T00:00:00+09:00`)
  const after = await levelOf(kyoko)
  expect([after.current_level < 3, after.given_until]).toEqual([true, undefined])
  await moveLedgerClock(api.db, `${year}-04-01T00:20:00+09:00`)
  await night()
  const [row] = await api.db.query<{ count: number }>(
    `select count(*)::int as count from ledger.given_levels
     where user_id = $1 and ended_at is not null and ended_by is null`,
    [kyoko.user_id],
  )
  expect(row?.count).toBe(1)
  const notified = (
    await readNotices(api.db, `user_id = $1 and dedupe_key like 'level-change:%' order by created_at`, [
      kyoko.user_id,
    ])
  ).map(({ message }) => message)
  expect(notified).toHaveLength(before.length + 1)
  expect(notified.some((message) => message.startsWith('付与された会員ランクの期間が終わり、'))).toBe(true)
})
