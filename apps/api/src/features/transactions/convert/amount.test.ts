import { randomUUID } from 'node:crypto'
import { fingerprint } from '@shirogane/testkit/asks/fingerprint'
import { grantPoints } from '@shirogane/testkit/acts/funds'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
beforeEach(() => terms({ enabled: true, unit: 100, yen_per_unit: 100, step_up_over: 10_000 }))
afterAll(() => api.close())

const terms = (value: Record<string, unknown>) =>
  api.db.query(`update settings set value = $1 where key = 'convert'`, [JSON.stringify(value)])
const ask = (amount: unknown, key: string = randomUUID()) => ({
  body: { amount },
  headers: { 'Idempotency-Key': key },
})

test('points become given balance, and everything that shows it says the same', async () => {
  const hanako = await api.as('hanako')
  await grantPoints(api.db, hanako.user_id, 1_000)
  const before = await hanako.get('users.wallet')
  const key = randomUUID()
  const { status, body, headers } = await hanako.call('transactions.convert', ask(700, key))
  expect(status).toBe(200)
  expect(headers.get('Idempotency-Replayed')).toBeNull()
  expect(body).toMatchObject({
    type: 'convert',
    status: 'completed',
    received_wallet: 700,
    point_amount: -700,
    wallet_after: { balance: before.balance + 700, point_balance: before.point_balance - 700 },
  })
  const after = await hanako.get('users.wallet')
  expect(after).toMatchObject({
    balance_paid: before.balance_paid,
    balance_bonus: before.balance_bonus + 700,
    point_balance: before.point_balance - 700,
  })
  expect(after.expiring_bonus).not.toBeNull()
  const { id } = body as { id: string }
  expect(await hanako.get('transactions.details', { params: { id } })).toMatchObject({ received_wallet: 700 })
  expect((await hanako.get('transactions.list', { query: { filter: 'point' } })).items[0]).toMatchObject({
    id,
  })

  const again = await hanako.call('transactions.convert', ask(700, key))
  expect(again.headers.get('Idempotency-Replayed')).toBe('true')
  expect(again.body).toEqual(body)
  expect(await hanako.refused('transactions.convert', ask(600, key))).toMatchObject({
    status: 422,
    code: 'IDEMPOTENCY_KEY_REUSED',
  })
  expect(await hanako.get('users.wallet')).toEqual(after)
})

describe('refuses, and moves nothing', () => {
  test.each<[name: string, amount: unknown, status: number, code: string, sentence?: string]>([
    ['nothing', 0, 400, 'VALIDATION_ERROR'],
    ['less than nothing', -1, 400, 'VALIDATION_ERROR'],
    ['half a point', 100.5, 400, 'VALIDATION_ERROR'],
    ['words', '100', 400, 'VALIDATION_ERROR'],
    ['ten digits', 1_000_000_000, 400, 'VALIDATION_ERROR'],
    ['one point', 1, 422, 'CONVERT_UNIT', '100pt単位で入力してください。'],
    ['more than there is', 99_999_900, 422, 'INSUFFICIENT_POINT', '利用できるポイントが不足しています。'],
  ])('%s', async (_, amount, status, code, sentence) => {
    const kyoko = await api.as('kyoko')
    const before = await fingerprint(api.db)
    const refusal = await kyoko.refused('transactions.convert', ask(amount))
    expect(refusal).toMatchObject({ status, code, ...(sentence && { error: sentence, message: sentence }) })
    expect(await fingerprint(api.db)).toBe(before)
  })

  test('a body that names somebody else', async () => {
    const kyoko = await api.as('kyoko')
    expect(
      await kyoko.refused('transactions.convert', { body: { amount: 100, user_id: randomUUID() } }),
    ).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' })
  })

  test('while it is switched off, while points are owed, and beyond what a wallet may hold', async () => {
    const kyoko = await api.as('kyoko')
    await grantPoints(api.db, kyoko.user_id, 2_000)
    await terms({ enabled: false })
    expect(await kyoko.refused('transactions.convert', ask(100))).toMatchObject({
      status: 422,
      code: 'CONVERT_UNAVAILABLE',
      message: 'ポイントの交換は現在ご利用いただけません。',
    })
    await terms({ enabled: true })
    const [limits] = await api.db.query<{ value: object }>(`select value from settings where key = 'limits'`)
    await api.db.query(`update settings set value = value || '{"balance_max": 50}' where key = 'limits'`)
    expect(await kyoko.refused('transactions.convert', ask(100))).toMatchObject({
      status: 422,
      code: 'CONVERT_BALANCE_LIMIT',
      message: '交換後の残高が上限（50円）を超えます。',
    })
    await api.db.query(`update settings set value = $1 where key = 'limits'`, [JSON.stringify(limits?.value)])
    await oweTo(kyoko.user_id, 30)
    expect(await kyoko.refused('transactions.convert', ask(100))).toMatchObject({
      status: 422,
      code: 'CONVERT_DEBT',
      message: '不足しているポイントが30ptあるため交換できません。次に獲得するポイントで精算されます。',
    })
    expect((await kyoko.get('users.wallet')).point_debt).toBe(30)
    await grantPoints(api.db, kyoko.user_id, 30)
    expect(await kyoko.get('transactions.convert', ask(100))).toMatchObject({ type: 'convert' })
  })
})

test('twice at once with one key is once', async () => {
  const yoko = await api.as('takasaki')
  await grantPoints(api.db, yoko.user_id, 5_000)
  const before = await yoko.get('users.wallet')
  const key = randomUUID()
  const keyed = await Promise.all(
    Array.from({ length: 6 }, () => yoko.get('transactions.convert', ask(200, key))),
  )
  expect(new Set(keyed.map(({ id }) => id)).size).toBe(1)
  expect(await yoko.get('users.wallet')).toMatchObject({
    balance_bonus: before.balance_bonus + 200,
    point_balance: before.point_balance - 200,
  })
})

test('beyond ten thousand points a day it asks once who is there', async () => {
  const kyoko = await api.signIn('kyoko')
  await grantPoints(api.db, kyoko.user_id, 30_000)
  const key = randomUUID()
  expect(await kyoko.refused('transactions.convert', ask(10_100, key))).toMatchObject({
    status: 403,
    code: 'STEP_UP_REQUIRED',
  })
  await api.db.query(
    `insert into step_ups (id, session_id, purpose, ref, method, created_at, expires_at)
     select gen_random_uuid(), s.id, 'convert', '', 'otp', now(), now() + interval '5 minutes'
     from sessions s where s.user_id = $1 and s.revoked_at is null`,
    [kyoko.user_id],
  )
  expect(await kyoko.get('transactions.convert', ask(10_100, key))).toMatchObject({ received_wallet: 10_100 })
  // The proof was for one act.
  expect(await kyoko.refused('transactions.convert', ask(100))).toMatchObject({ code: 'STEP_UP_REQUIRED' })
})

/** Points that were taken back after they had been used, as a return leaves them. */
async function oweTo(userId: string, points: number): Promise<void> {
  await api.db.query(
    `with head as (
       insert into ledger.movements (id, number, kind, customer_id, store_id, business_date, points_owed,
         point_debt_after, balance_paid_after, balance_bonus_after, point_regular_after, point_limited_after, opened_at,
         completed_at)
       select gen_random_uuid(), gen_random_uuid()::text, 'adjustment', user_id, ledger.home_store(), current_date,
         $2::bigint, point_debt + $2, balance_paid, balance_bonus, point_regular, point_limited, now(), now()
       from ledger.wallets where user_id = $1::uuid
       returning id
     ), told as (
       insert into ledger.outbox (topic, transaction_id, created_at, available_at)
       select 'transaction', id, now(), now() from head
     )
     insert into ledger.transfers (transaction_id, line, code, debit_kind, debit_holder, credit_kind, credit_holder, amount)
     select id, 1, 'owe_points', 'point_debt', $1::uuid, 'points_cost', ledger.home_store(), $2::bigint from head`,
    [userId, points],
  )
}
