import { randomUUID } from 'node:crypto'
import { serverEvents } from '@shirogane/contract/wire/events'
import { receiptDay } from '@shirogane/receipt/words'
import type { Caller } from '@shirogane/testkit/calls/caller'
import { castLogins } from '@shirogane/testkit/cast'
import { castPassword } from '@shirogane/testkit/database'
import { fingerprint } from '@shirogane/testkit/asks/fingerprint'
import { charge } from '@shirogane/testkit/acts/funds'
import { daysAgo, signedFor, trust } from '@shirogane/testkit/acts/deferred'
import { tap } from '@shirogane/testkit/acts/confirmations'
import { outboxOf } from '@shirogane/testkit/acts/newcomer'
import { outboxIsEmpty } from '@shirogane/testkit/servers/outbox'
import { sell } from '@shirogane/testkit/acts/sale'
import { connect } from '@shirogane/testkit/calls/socket'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { addDays } from '../../../lib/days.ts'
import { remindOfDebts } from './remind.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readNotices } from '@shirogane/testkit/calls/notices'

let api: TestApi
let clerk: Caller
let manager: Caller
let hanako: Caller
beforeAll(async () => {
  api = await startApi()
  ;[clerk, manager, hanako] = [await api.as('clerk'), await api.as('manager'), await api.as('hanako')]
})
beforeEach(async () => {
  // Every test begins with a customer who owes nothing.
  const { total } = await hanako.get('transactions.ownLater')
  if (total > 0) await clerk.get('transactions.laterCollect', key({ user_id: hanako.user_id, pay: true }))
  await trust(api.db, hanako.user_id)
})
afterAll(async () => {
  const findings = await api.db.query('select * from ledger.audit()')
  await api.close()
  if (findings.length > 0) throw new Error(`the books do not balance: ${JSON.stringify(findings)}`)
})

const key = (body: object) => ({ body, headers: { 'Idempotency-Key': randomUUID() } })
const defer = async (amount: number, by = clerk, to = hanako) =>
  (await sell(by, to, { amount, tenders: { later: amount } })).transaction
const stateOf = async (id: string) => (await hanako.get('transactions.details', { params: { id } })).later

describe('deferring at the register', () => {
  test('needs the customer’s confirmation, and everything that shows the sale says what is owed until when', async () => {
    const { token } = await hanako.get('users.token')
    const ask = key({
      token,
      transaction_id: randomUUID(),
      amount: 6_000,
      tenders: { cash: 1_000, later: 5_000 },
    })
    expect((await clerk.call('transactions.pay', ask)).status).toBe(202)
    await tap(hanako)
    const { transaction, customer } = await clerk.get('transactions.pay', ask)
    expect(transaction.tenders).toMatchObject({ cash: 1_000, later: 5_000 })
    expect(customer).toMatchObject({ later_total: 5_000 })
    const details = await hanako.get('transactions.details', { params: { id: transaction.id } })
    expect(details.later).toMatchObject({ status: 'open', remaining: 5_000, overdue: false })
    expect((await hanako.get('transactions.list', { query: { filter: 'later' } })).items[0]).toMatchObject({
      id: transaction.id,
      later: { status: 'open' },
    })
    expect(await hanako.get('transactions.ownLater')).toMatchObject({
      total: 5_000,
      limit: 50_000,
      available: 45_000,
      refusal: null,
      items: [{ id: transaction.id, remaining: 5_000, days_late: 0 }],
    })
    expect(await clerk.get('users.admin', { params: { id: hanako.user_id } })).toMatchObject({
      later_total: 5_000,
    })
  })

  test.each([['over the limit', 50_001, 'DEFERRED_LIMIT', '後払いの利用上限（50,000円）を超えています。']])(
    '%s it says so',
    async (_, amount, code, error) => {
      const { token } = await hanako.get('users.token')
      const before = await fingerprint(api.db)
      const body = { token, amount, tenders: { later: amount } }
      expect(await clerk.refused('transactions.pay', key(body))).toMatchObject({ status: 422, code, error })
      expect(await fingerprint(api.db)).toBe(before)
    },
  )

  test('a signature that is no line, a member without a limit, and nobody at all are refused', async () => {
    const { token } = await hanako.get('users.token')
    const body = { token, amount: 100, tenders: { later: 100 } }
    for (const drawn of ['M1', '<svg onload=x>', 'M'.repeat(20_001)]) {
      expect(
        await clerk.refused('transactions.pay', key({ ...body, later: { signature: drawn } })),
      ).toMatchObject({
        code: 'VALIDATION_ERROR',
      })
    }
    await trust(api.db, hanako.user_id, 0)
    expect(await clerk.refused('transactions.pay', key(body))).toMatchObject({
      code: 'LATER_UNAVAILABLE',
      error: 'この会員は後払いを利用できません。',
    })
    const { token: _, ...nobody } = body
    expect(await clerk.refused('transactions.pay', key(nobody))).toMatchObject({
      code: 'MEMBER_REQUIRED',
    })
  })

  test('a late payer passes by a manager’s approval alone: their own, or given to the register for this act', async () => {
    const late = await api.as('yoko')
    await trust(api.db, late.user_id)
    await daysAgo(api.db, 80, () => defer(2_000, clerk, late))
    const sale = async (amount: number, override?: object) => {
      const { token } = await late.get('users.token')
      const signed = await signedFor(clerk, late.user_id, amount)
      return key({
        token,
        amount,
        tenders: { later: amount },
        later: { ...signed, ...(override && { override }) },
      })
    }
    expect(await clerk.refused('transactions.pay', await sale(1_000))).toMatchObject({
      code: 'DEFERRED_OVERDUE',
    })
    const reason = '月末に全額入金のお約束'
    expect(await clerk.refused('transactions.pay', await sale(1_000, { reason }))).toMatchObject({
      code: 'APPROVAL_REQUIRED',
    })
    const { id } = await clerk.get('approvals.ask', {
      body: { kind: 'later_overdue', subject: { user_id: late.user_id }, amount: 1_000 },
    })
    expect(
      await clerk.refused('transactions.pay', await sale(1_000, { reason, approval_id: id })),
    ).toMatchObject({ code: 'APPROVAL_REQUIRED' })
    await clerk.get('approvals.witness', {
      params: { id },
      body: { employee_id: castLogins.manager, password: castPassword },
    })
    // Good for exactly this amount.
    expect(
      await clerk.refused('transactions.pay', await sale(1_001, { reason, approval_id: id })),
    ).toMatchObject({ code: 'APPROVAL_REQUIRED' })
    const passed = await clerk.get('transactions.pay', await sale(1_000, { reason, approval_id: id }))
    expect(
      await clerk.refused('transactions.pay', await sale(1_000, { reason, approval_id: id })),
    ).toMatchObject({ code: 'APPROVAL_REQUIRED' })
    // Their own approval lets a late payer pass, on a phone that says yes; it does not stand beside a signature.
    const { token } = await late.get('users.token')
    const own = key({ token, amount: 500, tenders: { later: 500 }, later: { override: { reason } } })
    expect((await manager.call('transactions.pay', own)).status).toBe(202)
    await tap(late)
    await manager.get('transactions.pay', own)
    const agreed = await api.db.query<{ override_by: string; override_reason: string }>(
      'select override_by, override_reason from ledger.deferred_agreements where sale_id = $1',
      [passed.transaction.id],
    )
    expect(agreed).toEqual([{ override_by: manager.user_id, override_reason: reason }])
  })

  test('of the two approvals that a sale needs, one that does not fit leaves the other unused', async () => {
    const late = await api.as('kyoko')
    await trust(api.db, late.user_id)
    await daysAgo(api.db, 80, () => defer(1_000, clerk, late))
    const approvalFor = async (kind: string, amount: number, subject: object) => {
      const { id } = await clerk.get('approvals.ask', {
        body: { kind, amount, subject, reason: '特別のご事情' },
      })
      await clerk.get('approvals.witness', {
        params: { id },
        body: { employee_id: castLogins.manager, password: castPassword },
      })
      return id
    }
    const overdue = await approvalFor('later_overdue', 8_000, { user_id: late.user_id })
    const [wrong, right] = [
      await approvalFor('discount', 2_001, { gross: 10_000 }),
      await approvalFor('discount', 2_000, { gross: 10_000 }),
    ]
    const sale = async (approval_id: string) =>
      key({
        token: (await late.get('users.token')).token,
        amount: 10_000,
        discount: { kind: 'percent', value: 20, reason: 'flaw' },
        tenders: { later: 8_000 },
        later: {
          ...(await signedFor(clerk, late.user_id, 8_000)),
          override: { reason: '特別のご事情', approval_id: overdue },
        },
        approval_id,
      })
    const used = () =>
      api.db.query('select id from approvals where id = any ($1) and used_at is not null order by id', [
        [overdue, wrong, right],
      ])
    expect(await clerk.refused('transactions.pay', await sale(wrong))).toMatchObject({
      code: 'DISCOUNT_APPROVAL',
    })
    expect(await used()).toEqual([])
    const { transaction } = await clerk.get('transactions.pay', await sale(right))
    expect(transaction.tenders).toMatchObject({ later: 8_000 })
    expect(await used()).toHaveLength(2)
  })
})

describe('the list', () => {
  test('names who owes, how late, and what was agreed; each store its own', async () => {
    const sale = await defer(3_300)
    await clerk.get('admin.addLaterNote', {
      params: { id: hanako.user_id },
      body: { note: '月末に来店予定' },
    })
    const { items, sums, today } = await clerk.get('transactions.laterList')
    const entry = items.find(({ user }) => user.id === hanako.user_id)
    expect(entry).toMatchObject({
      total: 3_300,
      here: 3_300,
      limit: 50_000,
      days_late: 0,
      overdue: false,
      ageing: { not_due: 3_300, late_30: 0, late_60: 0, late_more: 0 },
      last_note: { note: '月末に来店予定' },
      transactions: [{ id: sale.id, remaining: 3_300 }],
    })
    expect(sums.total).toBe(items.reduce((all, { here }) => all + here, 0))
    expect(today!.given).toBeGreaterThanOrEqual(3_300)
    const other = await (await api.as('otherClerk')).get('transactions.laterList')
    expect(other.items.filter(({ user }) => user.id === hanako.user_id)).toEqual([])
    const [store] = await api.db.query<{ id: string }>(`select id from stores where code = 'KNZ1'`)
    expect(
      await (
        await api.as('otherClerk')
      ).refused('transactions.laterList', { query: { store_id: store!.id } }),
    ).toMatchObject({ status: 404 })
    expect(
      await (
        await api.as('otherManager')
      ).refused('transactions.laterList', { query: { user_id: hanako.user_id } }),
    ).toMatchObject({ status: 404 })
    const all = await (await api.as('accountant')).get('transactions.laterList')
    expect(all.sums.total).toBeGreaterThanOrEqual(sums.total)
  })

  test('puts a debt into the age that it has', async () => {
    const late = await api.as('takasaki')
    await trust(api.db, late.user_id)
    await daysAgo(api.db, 200, () => defer(100, clerk, late))
    const { items } = await clerk.get('transactions.laterList')
    const entry = items.find(({ user }) => user.id === late.user_id)
    expect(entry).toMatchObject({ overdue: true, ageing: { late_more: 100, not_due: 0 } })
    expect(entry!.days_late).toBeGreaterThan(60)
  })
})

describe('collecting', () => {
  test('in part, at another store, and the customer’s page follows', async () => {
    const sale = await defer(6_000)
    const collect = (by: Caller, body: object) => by.get('transactions.laterCollect', key(body))
    const first = await collect(clerk, { user_id: hanako.user_id, pay: 2_000, cash_tendered: 5_000 })
    expect(first).toMatchObject({ type: 'later_payment', spent_total: 2_000, change: 3_000, tax: [] })
    expect(await stateOf(sale.id)).toMatchObject({ status: 'partially_paid', remaining: 4_000 })
    // Another shop collects only from a customer whom it serves.
    const other = await api.as('otherClerk')
    expect(
      await other.refused('transactions.laterCollect', key({ user_id: hanako.user_id, pay: 1_000 })),
    ).toMatchObject({ status: 404 })
    const { token } = await hanako.get('users.token')
    await other.get('transactions.pay', { body: { token } })
    const second = await collect(other, { user_id: hanako.user_id, pay: true, tender: 'card' })
    expect(second).toMatchObject({ spent_total: 4_000, tenders: { card: 4_000 } })
    expect((await other.get('transactions.laterList')).today!.collected_for_others).toBeGreaterThanOrEqual(
      4_000,
    )
    expect(await stateOf(sale.id)).toMatchObject({ status: 'settled', remaining: 0 })
    const { later_payments } = await hanako.get('transactions.details', { params: { id: sale.id } })
    expect(later_payments.map(({ amount, tender }) => [amount, tender])).toEqual([
      [4_000, 'card'],
      [2_000, 'cash'],
    ])
    const paid = await hanako.get('transactions.details', { params: { id: second.id } })
    const { content, can_issue_formal, stamp_yen } = await hanako.get('transactions.receipt', {
      params: { id: second.id },
    })
    expect(content).toMatchObject({
      kind: 'collection',
      total: 4_000,
      tax: [],
      tenders: [{ kind: 'card', amount: 4_000 }],
      owed_after: 0,
    })
    expect([can_issue_formal, stamp_yen]).toEqual([true, 0])
    expect(paid.later_payments).toMatchObject([
      { id: sale.id, amount: 4_000, points: second.received_point_total },
    ])
    // Each part says what of its points it brought, also where the parts are cut off on their sum.
    const [reason, ...others] = paid.point_reasons
    expect(others).toEqual([])
    expect(reason).toMatchObject({
      rule: 'level',
      label: `会員ランク・取引番号 ${sale.number}`,
      base: 4_000,
      points: second.received_point_total,
      rounding: 'running',
    })
    expect(reason!.level_name).not.toBeNull()
    expect(first.received_point_total + second.received_point_total).toBe(
      Math.floor((6_000 * reason!.rate_bp!) / 10_000),
    )
  })

  test('refuses more than is owed by one yen, nothing, a bank transfer at a register and balance without a code', async () => {
    await defer(1_000)
    const refused = (body: object) =>
      clerk.refused('transactions.laterCollect', key({ user_id: hanako.user_id, ...body }))
    expect(await refused({ pay: 1_001 })).toMatchObject({
      status: 422,
      code: 'DEFERRED_EXCEEDS',
      error: '入金額が後払いの残り（1,000円）を超えています。',
    })
    for (const pay of [0, -1, 1.5, false, '100']) {
      expect(await refused({ pay })).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' })
    }
    expect(await refused({ pay: 500, cash_tendered: 499 })).toMatchObject({ code: 'TENDERED_SHORT' })
    expect(await refused({ pay: 500, tender: 'bank' })).toMatchObject({ code: 'VALIDATION_ERROR' })
    expect(await refused({ pay: 500, tender: 'balance' })).toMatchObject({ code: 'DEFERRED_CODE_REQUIRED' })
    expect(
      await clerk.refused('transactions.laterCollect', key({ user_id: randomUUID(), pay: 1 })),
    ).toMatchObject({ status: 404 })
    await clerk.get('transactions.laterCollect', key({ user_id: hanako.user_id, pay: true }))
    expect(await refused({ pay: true })).toMatchObject({
      code: 'DEFERRED_NONE',
      error: '後払いの未収はありません。',
    })
  })

  test('from balance by the customer’s code, by bank as accounting finds it', async () => {
    await defer(3_000)
    await charge(api.db, hanako.user_id, 1_000)
    // What came before is no news to a phone that listens from here on.
    await outboxIsEmpty(api.db)
    const phone = await connect(api.url, '/transactions', { token: hanako.refresh_token })
    await phone.join()
    const { token } = await hanako.get('users.token')
    const body = { user_id: hanako.user_id, pay: 1_000, tender: 'balance', token }
    const paid = await clerk.get('transactions.laterCollect', key(body))
    expect(paid).toMatchObject({ tenders: { balance: 1_000 } })
    // The phone that shows the code hears what became of it.
    const notified = serverEvents.purchaseSuccess.parse(await phone.received('purchaseSuccess'))
    phone.close()
    expect(notified).toMatchObject({
      transaction: { id: paid.id, type: 'later_payment', spent_total: 1_000 },
      level_up: false,
    })
    expect(notified.wallet).toEqual(await hanako.get('users.wallet'))
    expect(await clerk.refused('transactions.laterCollect', key(body))).toMatchObject({
      code: 'QR_ALREADY_USED',
    })
    const accountant = await api.as('accountant')
    expect(
      await accountant.get(
        'transactions.laterCollect',
        key({ user_id: hanako.user_id, pay: true, tender: 'bank' }),
      ),
    ).toMatchObject({ spent_total: 2_000, tenders: { bank: 2_000 } })
  })

  test('once for a key, and a repeat answers the same', async () => {
    await defer(2_000)
    const ask = key({ user_id: hanako.user_id, pay: 500 })
    const answers = await Promise.all([1, 2, 3].map(() => clerk.call('transactions.laterCollect', ask)))
    expect(new Set(answers.map(({ body }) => (body as { id: string }).id)).size).toBe(1)
    expect((await hanako.get('transactions.ownLater')).total).toBe(1_500)
    expect(
      await clerk.refused('transactions.laterCollect', { ...ask, body: { ...ask.body, pay: 501 } }),
    ).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
  })

  test('the customer pays in their own app, from balance alone, and earns as if they had paid at once', async () => {
    const sale = await defer(2_000)
    await charge(api.db, hanako.user_id, 1_500)
    const { balance } = await hanako.get('users.wallet')
    expect(await hanako.refused('transactions.payLater', key({ pay: 2_001 }))).toMatchObject({
      code: 'DEFERRED_EXCEEDS',
    })
    const { level_accumulation } = await hanako.get('users.level')
    const paid = await hanako.get('transactions.payLater', key({ pay: 1_500, transaction_id: sale.id }))
    expect(paid).toMatchObject({ type: 'later_payment', employee: null, tenders: { balance: 1_500 } })
    expect(paid.received_point_total).toBeGreaterThan(0)
    expect((await hanako.get('users.wallet')).balance).toBe(balance - 1_500)
    expect((await hanako.get('users.level')).level_accumulation).toBe(level_accumulation + 1_500)
    expect(await stateOf(sale.id)).toMatchObject({ status: 'partially_paid', remaining: 500 })
    const kyoko = await api.as('kyoko')
    expect(
      await kyoko.refused('transactions.payLater', key({ pay: 1, transaction_id: sale.id })),
    ).toMatchObject({
      code: 'DEFERRED_NONE',
    })
  })
})

describe('the limit', () => {
  const set = (by: Caller, limit: unknown, more = {}) =>
    by.call('admin.setLaterLimit', {
      params: { id: hanako.user_id },
      body: { limit, reason: '常連のお客さま', ...more },
    })

  test('is granted by a manager, by a register with an approval, never beyond the brand’s own, and written down', async () => {
    await defer(100)
    expect((await set(manager, 20_000)).body).toMatchObject({ limit: 20_000, available: 19_900 })
    expect((await set(manager, 50_001)).body).toMatchObject({
      code: 'DEFERRED_LIMIT_RANGE',
      error: '利用枠は0円から50,000円までで入力してください。',
    })
    expect((await set(manager, -1)).status).toBe(400)
    expect((await set(clerk, 30_000)).body).toMatchObject({ code: 'APPROVAL_REQUIRED' })
    const account = await clerk.get('admin.laterAccount', { params: { id: hanako.user_id } })
    expect(account.limits[0]).toMatchObject({
      amount: 20_000,
      before: 50_000,
      by: '例田 花子',
      approved_by: null,
    })
    expect(account).toMatchObject({ limit_max: 50_000, refusal: null })
    const acts = await api.db.query(
      `select actor_id from audit_log where subject_id = $1 and action = 'later.limit_set' and actor_id = $2
         and at > now() - interval '1 minute' order by at desc limit 1`,
      [hanako.user_id, manager.user_id],
    )
    expect(acts).toEqual([{ actor_id: manager.user_id }])
  })

  test('is for nobody whose documents are not checked, and of another store’s customer nobody knows', async () => {
    const kyoko = await api.as('kyoko')
    await sell(clerk, kyoko, { amount: 100, tenders: { cash: 100 } })
    await api.db.query(
      `begin; set local session_replication_role = replica;
       update users set kyc_status = 'required' where id = '${kyoko.user_id}'; commit`,
    )
    expect(
      await manager.refused('admin.setLaterLimit', {
        params: { id: kyoko.user_id },
        body: { limit: 10_000, reason: 'x' },
      }),
    ).toMatchObject({ code: 'LATER_UNAVAILABLE' })
    expect(
      await (
        await api.as('otherManager')
      ).refused('admin.setLaterLimit', { params: { id: kyoko.user_id }, body: { limit: 0, reason: 'x' } }),
    ).toMatchObject({ status: 404 })
  })
})

test('articles that come back take the debt away first, and the preview says so before', async () => {
  const sale = await sell(clerk, hanako, { amount: 10_000, tenders: { cash: 4_000, later: 6_000 } })
  const { id } = sale.transaction
  const preview = await manager.get('transactions.refundPreview', {
    body: { transaction_id: id, amount: 5_000 },
  })
  expect(preview).toMatchObject({
    tenders: { cash: 2_000, later: 3_000 },
    refund: { back: { later: 3_000 }, later: 5_000, cash: 0 },
  })
  const refunded = await manager.get('transactions.refund', {
    ...key({ transaction_id: id, amount: 5_000, reason: 'お客さま都合' }),
  })
  expect(refunded).toMatchObject({
    message: '返品分5,000円を後払いの残りから差し引きました。',
    refund: { later: 5_000, cash: 0 },
  })
  expect(await stateOf(id)).toMatchObject({ status: 'open', remaining: 1_000 })
})

test('whoever owes is told five days and one before, and one, seven and fourteen after, once each, and the store of who is late', async () => {
  const sale = await defer(2_200)
  const { due_on } = (await stateOf(sale.id))!
  const { context } = api.server
  const hold = async () => {}
  const onDay = async (days: number) => {
    const date = addDays(due_on, -days)
    await remindOfDebts(context, date, addDays(date, -1), hold)
    await remindOfDebts(context, date, addDays(date, -1), hold)
  }
  for (const days of [6, 5, 1, 0, -1, -2, -7, -14, -15]) await onDay(days)
  const notices = await readNotices(
    api.db,
    `user_id = $1 and dedupe_key like 'later-due:%' order by created_at, id`,
    [hanako.user_id],
  )
  expect(notices.map(({ title }) => title)).toEqual([
    '後払いのお支払期日が近づいています',
    '後払いのお支払期日が近づいています',
    'お支払期日を過ぎています',
    'お支払期日を過ぎています',
    'お支払期日を過ぎています',
  ])
  expect(notices[0]!.message).toMatch(/^期日 \d{1,2}月\d{1,2}日\([月火水木金]\) 2,200円$/)
  const mail = (await outboxOf(api, 'hanako02@example.com')).find(({ subject }) =>
    subject?.includes('近づいています'),
  )
  expect(mail!.text).toContain(`お支払期日：${receiptDay(due_on)}\n`)
  expect(receiptDay('2026-12-28')).toBe('2026年12月28日(月)')
  const messages = await api.db.query<{ template: string; n: number }>(
    `select template, count(*)::int as n from messages where user_id = $1 and dedupe_key like 'later-due:%'
     group by 1 order by 1`,
    [hanako.user_id],
  )
  expect(messages).toEqual([
    { template: 'later_due', n: 5 },
    { template: 'later_overdue_sms', n: 3 },
  ])
  const told = await api.db.query(`select from notifications where user_id = $1 and kind = 'debts_overdue'`, [
    manager.user_id,
  ])
  expect(told).toHaveLength(1)
})

test.each([
  {
    away: 'until the day after it',
    from: 6,
    until: -1,
    title: 'お支払期日を過ぎています',
    sms: 1,
    stores: 1,
  },
  {
    away: 'until the day before it',
    from: 6,
    until: 1,
    title: '後払いのお支払期日が近づいています',
    sms: 0,
    stores: 0,
  },
  { away: 'for a week after it', from: 0, until: -7, title: 'お支払期日を過ぎています', sms: 1, stores: 1 },
])('a server that was away $away tells once how it stands', async ({ from, until, title, sms, stores }) => {
  const sale = await defer(2_300)
  const { due_on } = (await stateOf(sale.id))!
  await api.db.query(`delete from messages where dedupe_key like 'later-due:%'`)
  await api.db.query(
    `delete from notifications where dedupe_key like 'later-due:%' or dedupe_key like 'later-overdue:%'`,
  )
  await remindOfDebts(api.server.context, addDays(due_on, -until), addDays(due_on, -from), async () => {})
  const notices = await readNotices(api.db, `user_id = $1 and dedupe_key like 'later-due:%'`, [
    hanako.user_id,
  ])
  expect(notices).toMatchObject([{ title }])
  const messages = await api.db.query<{ template: string }>(
    `select template from messages where user_id = $1 and dedupe_key like 'later-due:%' order by 1`,
    [hanako.user_id],
  )
  expect(messages.map(({ template }) => template)).toEqual([
    'later_due',
    ...Array.from({ length: sms }, () => 'later_overdue_sms'),
  ])
  const managers = await api.db.query(
    `select from notifications where user_id = $1 and dedupe_key like 'later-overdue:%'`,
    [manager.user_id],
  )
  expect(managers).toHaveLength(stores)
})

test('accounting alone gives a debt up, long after its day', async () => {
  const late = await api.as('yoko')
  const { items } = await late.get('transactions.ownLater')
  const recent = items.find(({ remaining, days_late }) => remaining > 0 && days_late < 90)
  const accountant = await api.as('accountant')
  const giveUp = { params: { id: recent!.id }, body: { reason: '所在不明' } }
  expect(await manager.refused('transactions.writeOff', giveUp)).toMatchObject({ status: 403 })
  expect(await accountant.refused('transactions.writeOff', giveUp)).toMatchObject({
    code: 'DEFERRED_WRITE_OFF_EARLY',
    error: '貸倒にできるのは、お支払期日から90日を過ぎた後払いです。',
  })
  // The screen offers what the brand has set, and not what it was built with.
  expect((await accountant.get('transactions.laterList')).write_off_days).toBe(90)
  const collectedAfter = (days: number) =>
    api.db.query(
      `insert into settings (key, value) values ('deferred.write_off_days', $1)
       on conflict (key) do update set value = excluded.value`,
      [JSON.stringify(days)],
    )
  await collectedAfter(180)
  expect((await accountant.get('transactions.laterList')).write_off_days).toBe(180)
  expect(await accountant.refused('transactions.writeOff', giveUp)).toMatchObject({
    error: '貸倒にできるのは、お支払期日から180日を過ぎた後払いです。',
  })
  await collectedAfter(90)
  const old = await api.as('takasaki')
  const [debt] = (await old.get('transactions.ownLater')).items
  const done = { params: { id: debt!.id }, body: { reason: '所在不明' } }
  const keyed = { ...done, headers: { 'Idempotency-Key': randomUUID() } }
  const answer = await accountant.get('transactions.writeOff', keyed)
  expect(answer).toMatchObject({ status: 'written_off', remaining: 0 })
  // The answer was lost: the same request again is answered as before, and stands once in the log.
  const again = await accountant.call('transactions.writeOff', keyed)
  expect([again.status, again.headers.get('Idempotency-Replayed'), again.body]).toEqual([200, 'true', answer])
  expect(
    await accountant.refused('transactions.writeOff', { ...keyed, body: { reason: '和解' } }),
  ).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' })
  expect(
    await api.db.query(
      `select count(*)::int as times from audit_log where action = 'later.written_off' and object = $1`,
      [`transaction:${debt!.id}`],
    ),
  ).toEqual([{ times: 1 }])
  expect(await accountant.refused('transactions.writeOff', done)).toMatchObject({ code: 'DEFERRED_ENDED' })
  expect(
    await accountant.refused('transactions.writeOff', { ...done, params: { id: randomUUID() } }),
  ).toMatchObject({
    code: 'TXN_NOT_FOUND',
  })
})
