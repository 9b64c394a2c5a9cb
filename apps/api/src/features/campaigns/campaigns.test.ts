import { randomUUID } from 'node:crypto'
import { charge } from '@shirogane/testkit/acts/funds'
import { outboxIsEmpty } from '@shirogane/testkit/servers/outbox'
import { sell } from '@shirogane/testkit/acts/sale'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dailyWork } from '../../jobs/jobs.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const day = 86_400_000

/** The night's work as it stands, whether or not it is written down as done. */
async function night(of: TestApi, date: string): Promise<void> {
  await dailyWork.ranks.work(of.server.context, date, async () => {})
}
const terms = (over: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  name: '冬の銀器フェア',
  description: '通常のポイントに2%を加算します。',
  kind: 'rate_add',
  rate_bp: 200,
  factor_bp: null,
  points: null,
  stackable: true,
  starts_at: new Date(Date.now() - day).toISOString(),
  ends_at: new Date(Date.now() + 30 * day).toISOString(),
  needs_entry: false,
  payment_min: 1,
  store_ids: null,
  level_indexes: null,
  member_max: null,
  budget: null,
  points_days: null,
  ...over,
})
const create = async (over: Record<string, unknown> = {}) =>
  (await api.as('owner')).get('admin.createCampaign', { body: terms(over) })
const pause = async (id: string) =>
  (await api.as('owner')).get('admin.updateCampaign', { params: { id }, body: { paused: true } })

test('head office makes a campaign, a member enters and pays, and both read why each point came', async () => {
  const made = await create({ needs_entry: true, member_max: 1_000, budget: 5_000 })
  expect(made).toMatchObject({ state: 'running', given: 0, exceeds_premium: false })
  const [hanako, clerk] = [await api.as('hanako'), await api.as('clerk')]
  const before = await sell(clerk, hanako, { amount: 1_000, tenders: { cash: 1_000 } })
  expect(before.transaction.received_point_total).toBe(20)

  const listed = (await hanako.get('campaigns.list')).items.find(({ id }) => id === made.id)
  expect(listed).toMatchObject({ entered: false, points_received: 0, stores: null })
  for (let times = 0; times < 2; times += 1) {
    expect(await hanako.get('campaigns.enter', { params: { id: made.id } })).toMatchObject({ entered: true })
  }
  const { transaction } = await sell(clerk, hanako, { amount: 10_000, tenders: { cash: 10_000 } })
  expect(transaction.received_point_total).toBe(200 + 200)
  for (const reader of [hanako, clerk]) {
    const details = await reader.get('transactions.details', { params: { id: transaction.id } })
    expect(details.point_reasons).toEqual([
      {
        rule: 'level',
        label: '会員ランク',
        base: 10_000,
        rate_bp: 200,
        points: 200,
        rounding: 'floor',
        uncut_points: 200,
        cut_by: null,
        level_name: 'つちめ',
        campaign_id: null,
        expires_on: null,
      },
      {
        rule: 'rate_add',
        label: '冬の銀器フェア',
        base: 10_000,
        rate_bp: 200,
        points: 200,
        rounding: 'floor',
        uncut_points: 200,
        cut_by: null,
        level_name: null,
        campaign_id: made.id,
        expires_on: null,
      },
    ])
    expect(details.item_points).toEqual([400])
  }
  const office = await api.as('owner')
  expect(await office.get('admin.campaign', { params: { id: made.id } })).toMatchObject({
    given: 200,
    payments: 1,
    members: 1,
    entries: 1,
    budget: 5_000,
  })
  await pause(made.id)
  expect((await hanako.get('campaigns.list')).items.map(({ id }) => id)).not.toContain(made.id)
})

test('the points of a sale are spread over its lines as they were paid', async () => {
  const [hanako, clerk] = [await api.as('hanako'), await api.as('clerk')]
  const { token } = await hanako.get('users.token')
  const { transaction } = await clerk.get('transactions.pay', {
    body: {
      token,
      items: [
        { name: 'リング', unit_price: 7_700, quantity: 1 },
        { name: 'チェーン', unit_price: 3_300, quantity: 1 },
      ],
      tenders: { points: 1_000, cash: 10_000 },
    },
    headers: { 'Idempotency-Key': randomUUID() },
  })
  const details = await hanako.get('transactions.details', { params: { id: transaction.id } })
  expect([transaction.received_point_total, details.item_points]).toEqual([200, [140, 60]])
})

describe('head office', () => {
  test('may send the same form twice, and makes one campaign', async () => {
    const office = await api.as('owner')
    const body = terms({ starts_at: '2099-03-31T15:00:00.000Z', ends_at: '2099-04-30T15:00:00.000Z' })
    const [first, second] = await Promise.all([
      office.get('admin.createCampaign', { body }),
      office.get('admin.createCampaign', { body }),
    ])
    expect(first.id).toBe(second.id)
    expect((await office.get('admin.campaign', { params: { id: body.id } })).changes).toHaveLength(1)
    expect(await office.refused('admin.createCampaign', { body: { ...body, rate_bp: 300 } })).toMatchObject({
      status: 409,
      code: 'CONFLICT',
    })
  })

  test.each([
    ['CAMPAIGN_LOTTERY_BLOCKED', 422, { kind: 'lottery', rate_bp: null }],
    ['CAMPAIGN_TERMS_INVALID', 400, { points: 5 }],
    ['CAMPAIGN_TERMS_INVALID', 400, { kind: 'fixed_point' }],
    ['CAMPAIGN_TERMS_INVALID', 400, { ends_at: new Date(Date.now() - 2 * day).toISOString() }],
    ['CAMPAIGN_TERMS_INVALID', 400, { store_ids: [randomUUID()] }],
    ['CAMPAIGN_TERMS_INVALID', 400, { level_indexes: [7] }],
    ['VALIDATION_ERROR', 400, { rate_bp: 2_001 }],
    ['VALIDATION_ERROR', 400, { budget: 0 }],
  ])('is refused with %s', async (code, status, over) => {
    const refusal = await (await api.as('owner')).refused('admin.createCampaign', { body: terms(over) })
    expect(refusal).toMatchObject({ code, status })
    if (code === 'CAMPAIGN_LOTTERY_BLOCKED')
      expect(refusal.error).toBe('抽選のキャンペーンは承認されるまで作成できません。')
  })

  test('changes what was not promised yet, and every change is on record with before and after', async () => {
    const office = await api.as('owner')
    const made = await create({ budget: 100 })
    expect(
      await office.refused('admin.updateCampaign', { params: { id: made.id }, body: { rate_bp: 100 } }),
    ).toMatchObject({ status: 409, code: 'CAMPAIGN_STARTED' })
    const changed = await office.get('admin.updateCampaign', {
      params: { id: made.id },
      body: { budget: 200, paused: true },
    })
    expect(changed).toMatchObject({ budget: 200, state: 'paused' })
    expect(changed.changes[0]).toMatchObject({
      by: '見本 一郎',
      action: 'campaign.change',
      before: { budget: 100, paused_at: null },
      after: { budget: 200 },
    })
    expect(Object.keys(changed.changes[0]?.after ?? {}).toSorted()).toEqual(['budget', 'paused_at'])
    expect(
      await office.refused('admin.updateCampaign', { params: { id: randomUUID() }, body: {} }),
    ).toMatchObject({ status: 404 })
  })

  test('changes nothing that a colleague has changed since they looked, and the same thing once', async () => {
    const office = await api.as('owner')
    const made = await create({ budget: 100 })
    const params = { id: made.id }
    const change = (body: object) => ({ params, body })
    await office.get('admin.updateCampaign', change({ budget: 200, before: { budget: 100 } }))
    expect(
      await office.refused('admin.updateCampaign', change({ budget: 300, before: { budget: 100 } })),
    ).toMatchObject({ status: 409, code: 'CONFLICT' })
    // An answer that got lost: what is asked for stands already.
    await office.get('admin.updateCampaign', change({ budget: 200, before: { budget: 100 } }))
    const other = { name: '冬の銀器まつり', ends_at: made.ends_at }
    expect(
      await office.get(
        'admin.updateCampaign',
        change({ name: other.name, before: { name: made.name, ends_at: made.ends_at, paused: false } }),
      ),
    ).toMatchObject({ ...other, budget: 200 })
  })

  test('changes a campaign that is written as nobody may write one any more', async () => {
    const office = await api.as('owner')
    const made = await create()
    await api.db.query(`update campaigns set name = name || ' ' where id = $1`, [made.id])
    const { name } = await office.get('admin.campaign', { params: { id: made.id } })
    const body = { name: '冬の銀器まつり', before: { name } }
    expect(await office.get('admin.updateCampaign', { params: { id: made.id }, body })).toMatchObject({
      name: '冬の銀器まつり',
    })
  })

  test('is told where more than a fifth of a purchase comes back', async () => {
    const far = { starts_at: '2099-01-01T00:00:00.000Z', ends_at: '2099-02-01T00:00:00.000Z' }
    expect((await create({ ...far, rate_bp: 1_400 })).exceeds_premium).toBe(true)
    expect((await create({ ...far, rate_bp: 1_300 })).exceeds_premium).toBe(false)
    expect((await create({ ...far, rate_bp: 1_900, level_indexes: [0] })).exceeds_premium).toBe(false)
  })

  test('lists by state, and nobody enters what is over or not there', async () => {
    const office = await api.as('owner')
    const { items } = await office.get('admin.campaigns', { query: { state: 'running' } })
    expect(items.every(({ state }) => state === 'running')).toBe(true)
    const made = await create()
    await pause(made.id)
    const hanako = await api.as('hanako')
    expect(await hanako.refused('campaigns.enter', { params: { id: made.id } })).toMatchObject({
      status: 410,
      code: 'CAMPAIGN_ENDED',
      error: 'このキャンペーンは終了しました。',
    })
    expect(await hanako.refused('campaigns.enter', { params: { id: randomUUID() } })).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    })
  })
})

describe('ranks', () => {
  test('are changed in their order only, on record', async () => {
    const office = await api.as('owner')
    const { items } = await office.get('admin.levels')
    expect(items.map(({ name, point_rate }) => [name, point_rate])).toEqual([
      ['なしじ', 100],
      ['つちめ', 200],
      ['いぶし', 300],
      ['きょうめん', 500],
      ['しろがね', 700],
    ])
    const params = { id: items[1]?.id ?? '' }
    expect(await office.refused('admin.updateLevel', { params, body: { quota: 100_000 } })).toMatchObject({
      status: 422,
      code: 'LEVELS_ASCEND',
    })
    expect(
      await office.get('admin.updateLevel', { params, body: { benefits: ['クリーニング無料', '包装無料'] } }),
    ).toMatchObject({ benefits: ['クリーニング無料', '包装無料'] })
    const { changes } = await office.get('admin.levels')
    expect(changes[0]).toMatchObject({
      action: 'level.change',
      before: { benefits: ['クリーニング無料'] },
      after: { benefits: ['クリーニング無料', '包装無料'] },
    })
  })

  test('are not put back by somebody who saw an older one', async () => {
    const office = await api.as('owner')
    const rank = (await office.get('admin.levels')).items[1]!
    const params = { id: rank.id }
    const { point_rate, birthday_points } = rank
    await office.get('admin.updateLevel', { params, body: { point_rate: 250, before: { point_rate } } })
    expect(
      await office.refused('admin.updateLevel', {
        params,
        body: { point_rate: 300, before: { point_rate } },
      }),
    ).toMatchObject({ status: 409, code: 'CONFLICT' })
    expect(
      await office.get('admin.updateLevel', {
        params,
        body: { birthday_points: 600, before: { birthday_points } },
      }),
    ).toMatchObject({ point_rate: 250, birthday_points: 600 })
    await office.get('admin.updateLevel', { params, body: { point_rate, birthday_points } })
  })

  test('are changed also where they are as nobody may write one any more', async () => {
    const office = await api.as('owner')
    const rank = (await office.get('admin.levels')).items[1]!
    const params = { id: rank.id }
    await api.db.query(`update levels set benefits = $2 where id = $1`, [rank.id, ['刻印無料 ', '']])
    const { benefits: before } = (await office.get('admin.levels')).items[1]!
    const { benefits } = rank
    expect(
      await office.get('admin.updateLevel', { params, body: { benefits, before: { benefits: before } } }),
    ).toMatchObject({ benefits })
  })

  test('an old payment keeps the name that its rank had', async () => {
    const [office, hanako, clerk] = [await api.as('owner'), await api.as('hanako'), await api.as('clerk')]
    const { transaction } = await sell(clerk, hanako, { amount: 100, tenders: { cash: 100 } })
    const { level_id, name } = await hanako.get('users.level')
    await office.get('admin.updateLevel', { params: { id: level_id }, body: { name: '新しい名' } })
    const nameOf = async (id: string) =>
      (await hanako.get('transactions.details', { params: { id } })).point_reasons[0]?.level_name
    expect(await nameOf(transaction.id)).toBe(name)
    await office.get('admin.updateLevel', { params: { id: level_id }, body: { name } })
  })

  test('a member reads how theirs came about', async () => {
    const kyoko = await api.as('kyoko')
    const { items } = await kyoko.get('users.levelHistory')
    expect(items.map(({ reason, name_after }) => [reason, name_after])).toEqual([
      ['payment', 'いぶし'],
      ['payment', 'つちめ'],
    ])
  })
})

describe('the night', () => {
  test('gives the points of a month of birth once a year, by rank, on two processes at once and again', async () => {
    const own = await startApi()
    // Everybody of the cast has been here for long; 29 February is a birthday of every February.
    await own.db.query(`update users set created_at = '2020-01-01'`)
    const shift = Date.parse('2027-02-01T00:25:00+09:00') - Date.now()
    own.clock.forward(shift)
    await own.db.query(
      `create or replace function ledger.now() returns timestamptz language sql stable parallel safe
       return timestamptz '2027-02-01 00:25:00+09'`,
    )
    const gifts = () =>
      own.db.query<{ username: string; points: number; message: string; period: string }>(
        `select u.username, t.received_point_limited as points, t.message, g.period
         from ledger.campaign_grants g join ledger.transactions t on t.id = g.transaction_id
         join users u on u.id = g.user_id where g.campaign = 'birthday' and g.period = '2027' order by 1`,
      )
    await Promise.all([night(own, '2027-02-01'), night(own, '2027-02-01')])
    await night(own, '2027-02-01')
    const first = await gifts()
    expect(first).toEqual([
      {
        username: 'funo',
        points: 300,
        message: { code: 'birthday' },
        period: '2027',
      },
    ])
    const funo = await own.db.query<{ rest: number }>(`select count(*) as rest from ledger.audit()`)
    expect(funo[0]?.rest).toBe(0)
    await own.close()
  })

  test('lowers a rank after a refund, by mail alone and once', async () => {
    const hanako = await api.as('hanako')
    const risen = () =>
      api.db.query(`select id from notifications where user_id = $1 and kind like 'level_%'`, [
        hanako.user_id,
      ])
    await outboxIsEmpty(api.db)
    const before = await risen()
    const { current_level } = await hanako.get('users.level')
    await charge(api.db, hanako.user_id, 1)
    await api.db.query(`update users set email = 'hanako@example.jp', email_verified = true where id = $1`, [
      hanako.user_id,
    ])
    // Nothing is left of the year's purchases, and nothing was brought along from the year before.
    await api.db.query(
      `update ledger.wallets set level_accumulation = 0, level_carried = 0,
         level_year = extract(year from ledger.now() at time zone 'Asia/Tokyo') where user_id = $1`,
      [hanako.user_id],
    )
    await Promise.all([night(api, '2026-11-22'), night(api, '2026-11-22')])
    await night(api, '2026-11-22')
    expect(await hanako.get('users.level')).toMatchObject({ current_level: 0 })
    expect((await hanako.get('users.levelHistory')).items[0]).toMatchObject({
      reason: 'refund',
      level_before: current_level,
      level_after: 0,
    })
    await outboxIsEmpty(api.db)
    const mails = await api.db.query(
      `select template from messages where user_id = $1 and template = 'level_changed'`,
      [hanako.user_id],
    )
    expect(mails).toHaveLength(1)
    expect(await risen()).toEqual(before)
  })
})
