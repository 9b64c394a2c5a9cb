import { randomUUID } from 'node:crypto'
import { cashPieces } from '@shirogane/domain/days/count-cash'
import type { Caller, Output } from '@shirogane/testkit/calls/caller'
import { castLogins } from '@shirogane/testkit/cast'
import { castPassword } from '@shirogane/testkit/database'
import { moveLedgerClock } from '@shirogane/testkit/ledger-clock'
import { trust } from '@shirogane/testkit/acts/deferred'
import { sell } from '@shirogane/testkit/acts/sale'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '../../lib/days.ts'
import { watchDays } from './index.ts'

let api: TestApi
let clerk: Caller
let manager: Caller
let owner: Caller
let storeId: string
beforeAll(async () => {
  api = await startApi()
  ;[clerk, manager, owner] = await Promise.all([api.as('clerk'), api.as('manager'), api.as('owner')])
  storeId = (await clerk.get('users.employeeDetails')).store_id!
})
afterAll(() => api.close())

type Day = Output<'admin.day'>
const today = (caller = clerk): Promise<Day> => caller.get('admin.day', { query: { store_id: storeId } })
const piecesOf = (amount: number): Record<string, number> => {
  let left = amount
  return Object.fromEntries(
    cashPieces.map((piece) => {
      const count = Math.floor(left / piece)
      left -= count * piece
      return [piece, count]
    }),
  )
}
const cash = (act: 'pay_in' | 'pay_out', amount: number, more: object = {}, key: string = randomUUID()) =>
  clerk.call('admin.moveCash', {
    body: { store_id: storeId, act, amount, reason: '両替', ...more },
    headers: { 'Idempotency-Key': key },
  })
const close = (counted: number, more: object = {}, caller = clerk) =>
  caller.call('admin.closeDay', {
    body: { store_id: storeId, date: dayDate, counted: piecesOf(counted), ...more },
  })
const refusal = ({ status, body }: { status: number; body: unknown }) => ({
  status,
  code: (body as { code?: string }).code,
  message: (body as { message?: string }).message,
})
let dayDate: string

test('the history of the demo is closed day by day, and today is open', async () => {
  const day = await today()
  dayDate = day.date
  expect(day).toMatchObject({ status: 'open', earlier_open: null, opened: null, closes: [], blockers: [] })
  const { items, total } = await clerk.get('admin.dayCloses', { query: { limit: 100 } })
  expect(total).toBeGreaterThan(20)
  expect(items.map(({ z_number }) => z_number)).toEqual(items.map((_, index) => total - index))
  expect(items.filter(({ over_short }) => over_short !== 0)).toEqual([
    expect.objectContaining({ over_short: -120, reason: 'お釣りの渡し間違い' }),
  ])
})

test('nothing is closed before the float is known, nor without a look at what waits', async () => {
  const counted = piecesOf(50_000)
  expect(refusal(await close(50_000))).toEqual({
    status: 409,
    code: 'REGISTER_NOT_OPEN',
    message: '開店準備（釣銭準備金）が完了していません。',
  })
  expect(
    (await clerk.get('admin.countFloat', { body: { store_id: storeId, counts: counted } })).counted,
  ).toBe(50_000)
  expect((await today()).opened).toMatchObject({ counted: 50_000, employee: { number: 'E0003' } })

  const hanako = await api.as('hanako')
  const { token } = await hanako.get('users.token')
  const { transaction } = await clerk.get('transactions.pay', {
    body: { token, amount: 1_100 },
    headers: { 'Idempotency-Key': randomUUID() },
  })
  expect((await today()).blockers).toMatchObject([{ kind: 'pending', name: '例＊ 花＊' }])
  const ofManager = await manager.get('admin.day', { query: { store_id: storeId } })
  expect(ofManager.blockers).toMatchObject([{ kind: 'pending', name: '例示 花子' }])
  expect(refusal(await close(50_000))).toEqual({
    status: 409,
    code: 'CLOSE_PENDING_TXN',
    message: '保留中または処理中の会計があります。完了してから締めてください。',
  })
  await clerk.get('transactions.payUpdate', {
    body: { transaction_id: transaction.id, status: 'cancelled' },
    headers: { 'Idempotency-Key': randomUUID() },
  })
  expect((await today()).blockers).toEqual([])

  const count = await clerk.get('inventory.openCount', { body: { id: randomUUID() } })
  expect((await today()).blockers).toMatchObject([{ id: count.id, kind: 'stock_count', name: null }])
  expect(refusal(await close(50_000))).toEqual({
    status: 409,
    code: 'CLOSE_COUNT_OPEN',
    message: '棚卸が終わっていません。確定または中止してから締めてください。',
  })
  await manager.get('inventory.updateCount', {
    params: { id: count.id },
    body: { state: 'cancelled', reason: '数え直し' },
  })
  expect((await today()).blockers).toEqual([])
})

test('cash is put in and taken out with a reason, once for a key, and never more than there is', async () => {
  const key = randomUUID()
  expect((await cash('pay_in', 10_000, { note: '=SUM(A1)' }, key)).status).toBe(200)
  const again = await cash('pay_in', 10_000, { note: '=SUM(A1)' }, key)
  expect([again.status, again.headers.get('Idempotency-Replayed')]).toEqual([200, 'true'])
  expect(refusal(await cash('pay_in', 10_001, {}, key))).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
  expect((await cash('pay_out', 3_300, { reason: '小口経費' })).status).toBe(200)
  expect(refusal(await cash('pay_out', 60_000))).toEqual({
    status: 422,
    code: 'DRAWER_SHORT',
    message: 'レジの現金が足りません。金額を確認してください。',
  })
  for (const wrong of [
    { amount: -1 },
    { amount: 1.5 },
    { amount: 0 },
    { reason: '送料' },
    { act: 'deposit' },
  ]) {
    expect(refusal(await cash('pay_in', 1_000, wrong))).toMatchObject({
      status: 400,
      code: 'VALIDATION_ERROR',
    })
  }
  const day = await today()
  expect(day.cash).toMatchObject({ float: 50_000, pay_in: 10_000, pay_out: 3_300, expected: 56_700 })
  expect(day.moves.map(({ act, change, reason }) => [act, change, reason])).toEqual([
    ['pay_in', 10_000, '両替'],
    ['pay_out', -3_300, '小口経費'],
  ])
})

test('the figures of the day are those of its movements, by tender, tax, hour, person and department', async () => {
  const hanako = await api.as('hanako')
  const before = (await today()).figures
  const ring = (await clerk.get('skus.search', { query: { query: 'RG001-11' } })).items[0]!
  const token = async () => (await hanako.get('users.token')).token
  await clerk.get('transactions.pay', {
    body: {
      token: await token(),
      transaction_id: randomUUID(),
      items: [{ sku_id: ring.id, quantity: 1 }],
      tenders: { cash: ring.price },
      cash_tendered: 10_000,
    },
    headers: { 'Idempotency-Key': randomUUID() },
  })
  const card = await sell(clerk, null, { amount: 3_000, tenders: { card: 3_000 } })
  const voided = await sell(clerk, null, { amount: 777, tenders: { cash: 777 } })
  await manager.get('transactions.refund', {
    body: { transaction_id: card.transaction.id, amount: 500, reason: 'サイズ違い' },
    headers: { 'Idempotency-Key': randomUUID() },
  })
  await clerk.get('transactions.delete', {
    params: { id: voided.transaction.id },
    body: { employee_id: 'E0002', password: castPassword },
    headers: { 'Idempotency-Key': randomUUID() },
  })
  const { figures, cash: drawer, reversals } = await today()
  expect(figures.sales).toMatchObject({
    count: before.sales.count + 2,
    total: before.sales.total + ring.price + 3_000,
  })
  expect(figures.net).toBe(before.net + ring.price + 2_500)
  expect(figures.voids).toEqual({ count: 1, total: 777 })
  expect(figures.refunds).toMatchObject({ count: 1, total: 500, card: 500 })
  // One by one: what came back, of which sale, why, and by whom.
  expect(reversals).toMatchObject([
    {
      act: 'refund',
      sale_number: card.transaction.number,
      amount: 500,
      reason: 'サイズ違い',
      employee: { number: 'E0002' },
    },
    { act: 'void', sale_number: voided.transaction.number, amount: 777 },
  ])
  expect(figures.tenders.cash.total + figures.tenders.card.total).toBe(ring.price + 3_000)
  expect(figures.tax).toEqual([
    {
      rate: 1_000,
      taxable: ring.price + 3_000,
      tax: Math.floor((ring.price * 10) / 110) + Math.floor((3_000 * 10) / 110),
      refunded: 500,
      refunded_tax: Math.floor((500 * 10) / 110),
    },
  ])
  expect(figures.hours.reduce((sum, { total }) => sum + total, 0)).toBe(figures.sales.total)
  expect(figures.employees.reduce((sum, { total }) => sum + total, 0)).toBe(figures.sales.total)
  expect(figures.departments).toContainEqual({ department: 'ring', quantity: 1, total: ring.price })
  expect(figures.goods[0]).toMatchObject({ sku: 'RG001-11', quantity: 1, total: ring.price })
  expect(drawer.expected).toBe(56_700 + ring.price)
})

test('looking changes nothing, and looking twice shows the same', async () => {
  const look = async () => {
    const { as_of: _, ...day } = await today()
    return day
  }
  expect(await look()).toEqual(await look())
})

describe('the close', () => {
  test('holds what was shown: other figures, a missing reason and a wrong day are refused', async () => {
    const { expected } = (await today()).cash
    expect(refusal(await close(expected, { expected: expected - 1 }))).toEqual({
      status: 409,
      code: 'CONFLICT',
      message: 'ほかの操作で更新されました。再読み込みしてください。',
    })
    expect(refusal(await close(expected, { cash_in: 1 }))).toMatchObject({ code: 'CONFLICT' })
    expect(refusal(await close(expected, { float: piecesOf(1) }))).toMatchObject({ code: 'CONFLICT' })
    expect(refusal(await close(expected - 120))).toEqual({
      status: 400,
      code: 'CLOSE_REASON_REQUIRED',
      message: '過不足の理由を入力してください。',
    })
    expect(refusal(await close(expected, { date: '2099-01-01' }))).toEqual({
      status: 422,
      code: 'CLOSE_TOO_EARLY',
      message: 'この営業日はまだ始まっていません。',
    })
    for (const counted of [{ 10000: -1 }, { 10000: 0.5 }, { 3: 1 }, { 10000: 100_000 }]) {
      expect(
        refusal(await clerk.call('admin.closeDay', { body: { store_id: storeId, date: dayDate, counted } })),
      ).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' })
    }
    expect((await today()).status).toBe('open')
  })

  test('a difference from the limit on is closed with the approval of another person, for exactly that difference', async () => {
    const { expected } = (await today()).cash
    const asked = { reason: '不明', deposit: 0 }
    expect(refusal(await close(expected - 1_000, asked, manager))).toMatchObject({
      status: 403,
      code: 'APPROVAL_REQUIRED',
    })
    const approval = await manager.get('approvals.ask', {
      body: { kind: 'close_difference', amount: 1_000, subject: { date: dayDate }, reason: '不明' },
    })
    await owner.get('auth.stepUp', {
      body: { method: 'password', purpose: 'till_approval', password: castPassword },
    })
    await owner.get('approvals.decide', { params: { id: approval.id }, body: { decision: 'approve' } })
    const approved = { ...asked, approval_id: approval.id }
    expect(refusal(await close(expected - 1_001, approved, manager))).toMatchObject({
      code: 'APPROVAL_REQUIRED',
    })
    expect((await close(expected - 1_000, approved, manager)).body).toMatchObject({
      over_short: -1_000,
      employee: { number: 'E0002' },
      approved_by: { number: 'E0001' },
    })
    await manager.get('admin.reopenDay', { body: { store_id: storeId, date: dayDate, reason: '数え直し' } })
    expect((await today()).cash.expected).toBe(expected)
  })

  test('by two registers at once is one close; asked again in the same words it is the same', async () => {
    const { expected } = (await today()).cash
    const asked = { reason: 'お釣りの渡し間違い', deposit: expected - 120 - 50_000, expected }
    const both = await Promise.all([
      close(expected - 120, asked),
      close(expected - 120, { ...asked, reason: '不明' }, manager),
    ])
    const kept = both.find(({ status }) => status === 200)!.body as Output<'admin.closeDay'>
    expect(refusal(both.find(({ status }) => status !== 200)!)).toEqual({
      status: 409,
      code: 'REGISTER_CLOSED',
      message: 'このレジは締め済みです。',
    })
    expect(kept).toMatchObject({ over_short: -120, carry: 50_000, revision: 2 })
    const again = await close(expected - 120, { ...asked, reason: kept.reason })
    expect(again.body).toEqual(kept)
    expect(await today()).toMatchObject({
      status: 'open',
      date: kept.business_date < dayDate ? dayDate : expect.any(String),
    })
    const closed = await clerk.get('admin.day', { query: { store_id: storeId, date: dayDate } })
    expect(closed).toMatchObject({
      status: 'closed',
      closes: [{ id: kept.id, seal: kept.seal }, { revision: 1 }],
    })
  })

  test('what comes after it is of the next day, and its figures stay as they were', async () => {
    const closed = () => clerk.get('admin.day', { query: { store_id: storeId, date: dayDate } })
    const before = await closed()
    const { transaction } = await sell(clerk, null, { amount: 400, tenders: { cash: 400 } })
    expect(transaction.business_date > dayDate).toBe(true)
    expect(await closed()).toEqual({ ...before, current_date: expect.any(String) })
    expect((await today()).figures.sales).toMatchObject({ count: 1, total: 400 })
  })

  test('is opened again by a manager, with a reason, and stays on record', async () => {
    const ask = (caller: Caller, more: object = {}) =>
      caller.call('admin.reopenDay', {
        body: { store_id: storeId, date: dayDate, reason: '数え直し', ...more },
      })
    expect(refusal(await ask(clerk))).toMatchObject({ status: 403, code: 'FORBIDDEN' })
    expect(refusal(await ask(manager, { reason: '　 ' }))).toMatchObject({ code: 'VALIDATION_ERROR' })
    expect(refusal(await ask(manager, { date: '2020-01-01' }))).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    })
    const { items } = await manager.get('admin.dayCloses')
    expect(refusal(await ask(manager, { date: items[3]!.business_date }))).toEqual({
      status: 409,
      code: 'REOPEN_TOO_LATE',
      message: '次の営業日が始まっているため、締めを取り消せません。',
    })
    const opened = (await ask(manager)).body as Output<'admin.reopenDay'>
    expect(opened.reopened).toMatchObject({ by: { number: 'E0002' }, reason: '数え直し' })
    expect(refusal(await ask(manager, { reason: '釣銭の数えまちがい' }))).toEqual({
      status: 409,
      code: 'DAY_IS_OPEN',
      message: 'この営業日は締められていません。',
    })
    // An answer that was lost on the way is asked for again under its key, and nothing else is answered by it.
    const again = (reason: string) =>
      manager.call('admin.reopenDay', {
        body: { store_id: storeId, date: dayDate, reason },
        headers: { 'Idempotency-Key': 'open-the-day-once' },
      })
    const repeated = await again('数え直し')
    expect(repeated).toMatchObject({ status: 200, body: opened })
    expect(repeated.headers.get('idempotency-replayed')).toBe('true')
    expect(refusal(await again('別の理由'))).toMatchObject({ code: 'DAY_IS_OPEN' })
    const day = await clerk.get('admin.day', { query: { store_id: storeId, date: dayDate } })
    expect(day.status).toBe('reopened')
    const second = await close(day.cash.expected, { deposit: day.cash.expected - 50_000 })
    expect(second.body).toMatchObject({ z_number: opened.z_number, revision: 3, over_short: 0 })
  })

  test('comes in order: an earlier day first, and its float cannot be counted before it', async () => {
    const otherClerk = await api.as('otherClerk')
    const day = await otherClerk.get('admin.day')
    await sell(otherClerk, null, { amount: 500, tenders: { cash: 500 } })
    // The sale becomes one of yesterday, a day that was never closed.
    await api.db.query(`update stores set closed_until = closed_until - 1 where id = $1`, [day.store.id])
    const earlier = (await otherClerk.get('admin.day')).earlier_open
    expect(earlier).not.toBeNull()
    const [, month, date] = earlier!.split('-').map(Number)
    const sentence = `${month}月${date}日のレジがまだ締められていません。先に締めてください。`
    const asked = { store_id: day.store.id, date: day.date, counted: {} }
    expect(refusal(await otherClerk.call('admin.closeDay', { body: asked }))).toEqual({
      status: 409,
      code: 'CLOSE_ORDER',
      message: sentence,
    })
    expect(
      refusal(await otherClerk.call('admin.countFloat', { body: { store_id: day.store.id, counts: {} } })),
    ).toEqual({ status: 409, code: 'CLOSE_ORDER', message: sentence })
    // Its manager is told, once, however often the watch runs.
    expect(await watchDays(api.server.context)).toBe(1)
    expect(await watchDays(api.server.context)).toBe(1)
    const { items } = await (await api.as('otherManager')).get('notifications.list')
    expect(items.filter(({ title }) => title === '締められていない営業日があります')).toHaveLength(1)
    await api.db.query(`update stores set closed_until = closed_until + 1 where id = $1`, [day.store.id])
  })
})

describe('reports', () => {
  test('a period is the sum of its days, closed or not, beside as many days before it', async () => {
    const { items } = await owner.get('admin.dayCloses', { query: { store_id: storeId, limit: 100 } })
    const until = dayDate
    const from = new Date(Date.parse(until) - 29 * 86_400_000).toISOString().slice(0, 10)
    const report = await owner.get('admin.dayReport', { query: { store_id: storeId, from, until } })
    expect(report.days.every(({ closed }) => closed)).toBe(true)
    expect(report.figures.net).toBe(report.days.reduce((sum, { net }) => sum + net, 0))
    expect(report.days.length).toBe(
      new Set(items.map(({ business_date }) => business_date).filter((date) => date >= from && date <= until))
        .size,
    )
    const [row] = await api.db.query<{ total: number }>(
      `select sum(spent_total)::int as total from ledger.transactions
       where store_id = $1 and kind = 'payment' and voided_by is null and business_date between $2 and $3`,
      [storeId, from, until],
    )
    expect(report.figures.sales.total).toBe(row?.total)
    expect(report.before.until < report.from).toBe(true)
    expect(
      refusal(await owner.call('admin.dayReport', { query: { from: '2026-01-01', until: '2026-12-31' } })),
    ).toEqual({ status: 422, code: 'PERIOD_TOO_LONG', message: '期間は92日以内で指定してください。' })
    expect(
      refusal(await owner.call('admin.dayReport', { query: { from: '2026-02-01', until: '2026-01-31' } })),
    ).toMatchObject({ code: 'VALIDATION_ERROR' })
  })

  test('names every void and refund with its reason, and counts the documents and the stamps of the day', async () => {
    const elsewhere = await api.as('otherClerk')
    const large = (await sell(elsewhere, null, { amount: 60_000, tenders: { cash: 60_000 } })).transaction
    const small = (await sell(elsewhere, null, { amount: 1_000, tenders: { cash: 1_000 } })).transaction
    const copy = (id: string, more: object = {}) =>
      elsewhere.get('transactions.receiptCopy', { params: { id }, body: { id: randomUUID(), ...more } })
    expect((await elsewhere.get('admin.day')).papers).toEqual({
      printed: 0,
      formal: 0,
      stamps: { count: 0, total: 0 },
    })
    await copy(large.id)
    await copy(small.id)
    // A file is no paper, and neither is a 領収書 that is saved.
    await copy(large.id, { on_paper: false })
    await elsewhere.get('transactions.formalReceipt', {
      params: { id: large.id },
      body: { addressee: '株式会社例示', proviso: 'お品代として' },
    })
    await elsewhere.get('transactions.formalReceiptCopy', {
      params: { id: large.id },
      body: { id: randomUUID() },
    })
    expect((await elsewhere.get('admin.day')).papers).toEqual({
      printed: 2,
      formal: 1,
      stamps: { count: 1, total: 200 },
    })
    // What was found to be a card is no receipt of money: the register asks for no stamp on it, and the day counts none.
    await (
      await api.as('otherManager')
    ).get('transactions.payUpdate', {
      body: {
        transaction_id: large.id,
        correction: { tenders: { cash: 0, card: 60_000 }, reason: 'カード端末の伝票と照合' },
      },
      headers: { 'Idempotency-Key': randomUUID() },
    })
    expect((await elsewhere.get('transactions.receipt', { params: { id: large.id } })).stamp_yen).toBe(0)
    const after = await elsewhere.get('admin.day')
    expect(after.papers.stamps).toEqual({ count: 0, total: 0 })
    // What stood before it stays, one by one, as it was and as it is.
    expect(after.corrections).toMatchObject([
      {
        sale_id: large.id,
        sale_number: large.number,
        tenders: { before: { cash: 60_000, card: 0 }, after: { cash: 0, card: 60_000 } },
        seller: null,
        note: null,
        reason: 'カード端末の伝票と照合',
        employee: { number: 'E0004' },
        approved_by: null,
      },
    ])
    const { body: ofOther } = await owner.call('admin.dayCsv', {
      query: { store_id: after.store.id, date: after.date },
    })
    expect(ofOther).toContain(
      `修正明細,"元の会計 ${large.number} 現金 60,000円→0円 カード 0円→60,000円 カード端末の伝票と照合 担当 `,
    )
    const { body } = await owner.call('admin.dayCsv', { query: { store_id: storeId, date: dayDate } })
    expect(body).toMatch(/\r\n返品明細,[^,]+ 元の会計 [^,]+ サイズ違い 担当 [^,]+,1,500\r\n/)
    expect(body).toMatch(/\r\n取消明細,[^,]+ 元の会計 [^,]+,1,777\r\n/)
    expect(body).toMatch(/\r\n書類,収入印紙,0,0\r\n/)
    expect(body).toContain(`\r\n日報,営業日,,${dayDate.replaceAll('-', '/')}\r\n`)
  })

  test('the lines of the cash come to what the drawer must hold, also where a void gave back what was collected', async () => {
    const [elsewhere, hanako] = await Promise.all([api.as('otherClerk'), api.as('hanako')])
    await trust(api.db, hanako.user_id)
    const sale = (await sell(elsewhere, hanako, { amount: 1_500, tenders: { cash: 500, later: 1_000 } }))
      .transaction
    const headers = () => ({ 'Idempotency-Key': randomUUID() })
    await elsewhere.get('transactions.laterCollect', {
      body: { user_id: hanako.user_id, pay: true },
      headers: headers(),
    })
    await elsewhere.get('transactions.delete', {
      params: { id: sale.id },
      body: { employee_id: castLogins.otherManager, password: castPassword },
      headers: headers(),
    })
    const { cash, store, date } = await elsewhere.get('admin.day')
    expect(cash.collections).toBe(1_000)
    expect(cash.other).toBe(-1_000)
    expect(
      (cash.float ?? cash.carried ?? 0) +
        cash.sales +
        cash.charges +
        cash.collections +
        cash.pay_in +
        cash.other -
        cash.refunds -
        cash.buybacks -
        cash.pay_out,
    ).toBe(cash.expected)
    const { body } = await owner.call('admin.dayCsv', { query: { store_id: store.id, date } })
    expect(body).toContain(`\r\n現金,釣銭準備金,,${cash.float ?? cash.carried ?? 0}\r\n`)
    expect(body).toContain('\r\n現金,その他の現金（減少）,,1000\r\n')
  })

  test('no cell of a sheet begins with = + - or @', async () => {
    await api.db.query(`update employees set name = '=cmd|calc' where number = 'E0003'`)
    await sell(clerk, null, { amount: 100, tenders: { cash: 100 } })
    const [daily, period] = await Promise.all([
      owner.call('admin.dayCsv', { query: { store_id: storeId, date: dayDate } }),
      owner.call('admin.dayReportCsv', { query: { store_id: storeId, from: dayDate, until: dayDate } }),
    ])
    for (const { headers, body } of [daily, period]) {
      expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
      const cells = (body as string)
        .trim()
        .split('\r\n')
        .flatMap((line) => line.split(','))
      expect(cells.filter((cell) => /^"?[=+\-@]/.test(cell))).toEqual([])
    }
    expect(daily.body).toContain('入金,両替 =SUM(A1),1,10000')
    expect(daily.body).toContain('精算,不足なし'.replace('不足', '過不足'))
    await api.db.query(`update employees set name = '仮名 次郎' where number = 'E0003'`)
  })
})

test('another store is not there for whoever belongs to one', async () => {
  const other = await api.as('otherClerk')
  for (const [name, ask] of [
    ['admin.day', { query: { store_id: storeId } }],
    ['admin.dayCloses', { query: { store_id: storeId } }],
    ['admin.dayReport', { query: { store_id: storeId, from: dayDate, until: dayDate } }],
    ['admin.countFloat', { body: { store_id: storeId, counts: {} } }],
    ['admin.moveCash', { body: { store_id: storeId, act: 'pay_out', amount: 1, reason: '両替' } }],
    ['admin.closeDay', { body: { store_id: storeId, date: dayDate, counted: {} } }],
  ] as const) {
    expect(refusal(await other.call(name, ask))).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  }
  // Nor is a register of another store.
  const [register] = await api.db.query<{ id: string }>(
    `select id from registers where store_id <> $1 limit 1`,
    [storeId],
  )
  expect(refusal(await cash('pay_in', 1, { register_id: register!.id }))).toMatchObject({ code: 'NOT_FOUND' })
})

test('the books balance after all of it', async () => {
  expect(await api.db.query('select * from ledger.audit()')).toEqual([])
})

test('a day that went by without a float and without a close is counted and closed the morning after', async () => {
  const otherClerk = await api.as('otherClerk')
  const before = await otherClerk.get('admin.day')
  const { date, store } = before
  expect(before.opened).toBeNull()
  await sell(otherClerk, null, { amount: 700, tenders: { cash: 700 } })
  const next = addDays(date, 1)
  const count = (on: string | undefined, amount: number) =>
    otherClerk.call('admin.countFloat', {
      body: { store_id: store.id, counts: piecesOf(amount), ...(on !== undefined && { date: on }) },
    })
  try {
    await moveLedgerClock(api.db, `${next}T10:00:00+09:00`)
    expect(await otherClerk.get('admin.day')).toMatchObject({ date: next, earlier_open: date })
    // The day that is open now comes after it.
    expect(refusal(await count(undefined, 50_000))).toMatchObject({ code: 'CLOSE_ORDER' })
    expect(refusal(await count(next, 50_000))).toMatchObject({ code: 'CLOSE_ORDER' })
    expect((await count(date, 50_000)).body).toEqual({ date, counted: 50_000 })
    const late = await otherClerk.get('admin.day', { query: { date } })
    expect(late.opened).toMatchObject({ counted: 50_000 })
    const closing = {
      store_id: store.id,
      date,
      counted: piecesOf(late.cash.expected),
      deposit: late.cash.expected - 50_000,
    }
    expect(await otherClerk.get('admin.closeDay', { body: closing })).toMatchObject({ over_short: 0 })
    expect(refusal(await count(date, 40_000))).toMatchObject({ code: 'REGISTER_CLOSED' })
    expect(refusal(await count(addDays(next, 1), 50_000))).toMatchObject({ code: 'CLOSE_TOO_EARLY' })
    expect((await count(next, 50_000)).body).toEqual({ date: next, counted: 50_000 })
    expect(await api.db.query('select * from ledger.audit()')).toEqual([])
  } finally {
    await moveLedgerClock(api.db, null)
  }
})
