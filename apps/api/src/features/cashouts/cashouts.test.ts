import { randomUUID } from 'node:crypto'
import type { Caller } from '@shirogane/testkit/calls/caller'
import { cashoutBody, proveCashout, requestCashout } from '@shirogane/testkit/acts/cashouts'
import { moveLedgerClock } from '@shirogane/testkit/ledger-clock'
import { outboxIsEmpty } from '@shirogane/testkit/servers/outbox'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

let api: TestApi
let accountant: Caller
let owner: Caller
let hanako: Caller
beforeAll(async () => {
  api = await startApi()
  ;[accountant, owner, hanako] = await Promise.all([api.as('accountant'), api.as('owner'), api.as('hanako')])
})
afterEach(() => moveLedgerClock(api.db, null))
afterAll(() => api.close())

const withKey = (id: string, key: string = randomUUID()) => ({
  params: { id },
  headers: { 'Idempotency-Key': key },
})
const held = async () => {
  const [row] = await api.db.query<{ paid: number; bonus: number }>(
    'select balance_paid as paid, balance_bonus as bonus from ledger.wallets where user_id = $1',
    [hanako.user_id],
  )
  return row!
}

test('accounting asks, an owner agrees with a proof, and the member, the book and the log tell of it', async () => {
  const before = await held()
  const { unused } = await accountant.get('admin.prepaid')
  const { items } = await accountant.get('admin.cashoutMembers', { query: { q: 'hanako' } })
  expect(items).toMatchObject([{ id: hanako.user_id, username: 'hanako', balance_paid: before.paid }])

  const asked = await requestCashout(api, hanako.user_id, 1_000)
  expect(asked).toMatchObject({
    status: 'requested',
    number: null,
    may: { approve: false, withdraw: true, reject: false },
  })
  expect(await held()).toEqual(before)
  const [waits] = (await owner.get('notifications.list')).items
  expect(waits).toMatchObject({ title: '承認をお願いします', action: { path: '/admin?tab=cashouts' } })
  expect(await accountant.refused('admin.approveCashout', withKey(asked.id))).toMatchObject({ status: 403 })
  const key = randomUUID()
  expect(await owner.refused('admin.approveCashout', withKey(asked.id, key))).toMatchObject({
    status: 403,
    code: 'STEP_UP_REQUIRED',
  })
  await proveCashout(owner)
  const paid = await owner.get('admin.approveCashout', withKey(asked.id, key))
  expect(paid).toMatchObject({ status: 'paid', amount: 1_000, may: { approve: false, reject: false } })
  expect(await owner.get('admin.approveCashout', withKey(asked.id, key))).toEqual(paid)
  expect(await held()).toEqual({ ...before, paid: before.paid - 1_000 })

  await outboxIsEmpty(api.db)
  const [first] = (await hanako.get('transactions.list', { query: { filter: 'charge' } })).items
  expect(first).toMatchObject({
    id: asked.id,
    number: paid.number,
    type: 'prepaid_cashout',
    spent_total: 1_000,
    message: null,
    tenders: { balance: 1_000 },
    refundable: 0,
  })
  const details = await hanako.get('transactions.details', { params: { id: asked.id } })
  expect(JSON.stringify(details)).not.toContain('海外への転居')
  const [notice] = (await hanako.get('notifications.list')).items
  expect(notice).toMatchObject({ title: '残高を払い戻しました' })

  const book = await accountant.get('admin.prepaid')
  expect(book.days[0]?.paid.repaid).toBe(1_000)
  expect(book.unused.paid).toBe(unused.paid - 1_000)
  expect(book.base_dates[0]?.paid).toBe(book.unused.paid)
  const { items: log } = await owner.get('admin.log', { query: { group: 'money' } })
  expect(
    log
      .filter(({ object }) => object.endsWith(asked.id))
      .map(({ action, note }) => [action, note])
      .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)),
  ).toEqual([
    ['money.cashout_request', '海外への転居（書面で確認）'],
    ['money.prepaid_cashout', '海外への転居（書面で確認）'],
  ])
  const { items: made, quota } = await owner.get('admin.cashouts')
  expect(made[0]).toEqual(paid)
  expect(quota.repaid).toBe(1_000)
  expect(await api.db.query('select * from ledger.audit()')).toEqual([])
})

test('the quota lets no yen more pass, and says so in the words of the brand', async () => {
  // The first half of a year that nothing of the demo lies in; a twentieth of what was unused before is all there is.
  await api.db.query(`update sessions set absolute_expires_at = now() + interval '5 years'`)
  await moveLedgerClock(api.db, `${new Date().getFullYear() + 2}-04-01T12:00:00+09:00`)
  const { quota } = await accountant.get('admin.cashouts')
  expect(quota).toMatchObject({ issued: 0, repaid: 0, most: Math.floor(quota.unused / 20) })
  const { paid } = await held()
  expect(quota.remaining).toBeLessThan(paid)
  const ask = (amount: number) => ({ body: cashoutBody(hanako.user_id, amount, 'within_quota') })
  expect(await accountant.refused('admin.requestCashout', ask(quota.remaining + 1))).toMatchObject({
    status: 422,
    code: 'PREPAID_CASHOUT_PROHIBITED',
    message: '残高の払い戻しは法令によりできません。',
  })
  const { id } = await accountant.get('admin.requestCashout', ask(quota.remaining))
  await proveCashout(owner)
  expect(await owner.get('admin.approveCashout', withKey(id))).toMatchObject({ status: 'paid' })
  expect((await accountant.get('admin.cashouts')).quota).toMatchObject({
    repaid: quota.remaining,
    remaining: 0,
  })
})

test('what is asked for is paid balance, one request of a member at a time', async () => {
  const { paid, bonus } = await held()
  expect(
    await accountant.refused('admin.requestCashout', { body: cashoutBody(hanako.user_id, paid + 1) }),
  ).toMatchObject({ status: 422, code: 'CASHOUT_ABOVE_BALANCE' })
  const body = cashoutBody(hanako.user_id, 1)
  const asked = await accountant.get('admin.requestCashout', { body })
  expect(await accountant.get('admin.requestCashout', { body })).toEqual(asked)
  expect(
    await accountant.refused('admin.requestCashout', { body: cashoutBody(hanako.user_id, 1) }),
  ).toMatchObject({ status: 409, code: 'CASHOUT_WAITING' })
  expect(
    await accountant.refused('admin.requestCashout', { body: cashoutBody(randomUUID(), 1) }),
  ).toMatchObject({ status: 404 })
  expect(await accountant.get('admin.declineCashout', { params: { id: asked.id } })).toMatchObject({
    status: 'withdrawn',
  })
  expect(await owner.refused('admin.declineCashout', { params: { id: asked.id } })).toMatchObject({
    status: 409,
    code: 'CONFLICT',
  })
  const again = await requestCashout(api, hanako.user_id, 1)
  expect(await owner.get('admin.declineCashout', { params: { id: again.id } })).toMatchObject({
    status: 'rejected',
  })
  expect(await held()).toEqual({ paid, bonus })
})

test('an owner who asked needs another owner', async () => {
  const own = await owner.get('admin.requestCashout', { body: cashoutBody(hanako.user_id, 1) })
  expect(own.may).toEqual({ approve: false, withdraw: true, reject: false })
  expect(await owner.refused('admin.approveCashout', withKey(own.id))).toMatchObject({
    status: 403,
    code: 'APPROVAL_OWN',
  })
  expect(await accountant.refused('admin.declineCashout', { params: { id: own.id } })).toMatchObject({
    status: 403,
    code: 'FORBIDDEN',
  })
  expect(await owner.get('admin.declineCashout', { params: { id: own.id } })).toMatchObject({
    status: 'withdrawn',
  })
})
