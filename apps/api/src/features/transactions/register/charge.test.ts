import { randomUUID } from 'node:crypto'
import type { Caller } from '@shirogane/testkit/calls/caller'
import { castPassword } from '@shirogane/testkit/database'
import { moveLedgerClock } from '@shirogane/testkit/ledger-clock'
import { outboxIsEmpty } from '@shirogane/testkit/servers/outbox'
import { connect } from '@shirogane/testkit/calls/socket'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

let api: TestApi
let clerk: Caller
let manager: Caller
let hanako: Caller
beforeAll(async () => {
  api = await startApi()
  ;[clerk, manager, hanako] = await Promise.all([api.as('clerk'), api.as('manager'), api.as('hanako')])
})
afterAll(() => api.close())

const ask = async (amount: number, cash_tendered = amount, key: string = randomUUID()) => ({
  body: { to: (await hanako.get('users.token')).token, amount, cash_tendered },
  headers: { 'Idempotency-Key': key },
})
const undo = (id: string, employee_id: string) => ({
  params: { id },
  body: { employee_id, password: castPassword, reason: '打ち間違い' },
  headers: { 'Idempotency-Key': randomUUID() },
})
const balance = async () => (await hanako.get('users.wallet')).balance
const day = async () => {
  const { store } = await manager.get('users.employeeDetails')
  return manager.get('admin.day', { query: { store_id: store!.id } })
}

test('a member charges with cash: the phone hears of it at once, the paper names no tax, the drawer holds it', async () => {
  const [had, before] = [await balance(), await day()]
  const socket = await connect(api.url, '/transactions', { token: hanako.refresh_token! })
  await socket.join()
  const charged = await clerk.get('transactions.chargeCash', await ask(3_000, 10_000))
  expect(charged).toMatchObject({
    type: 'charge',
    status: 'completed',
    spent_total: 0,
    received_wallet: 3_000,
    cash_tendered: 10_000,
    change: 7_000,
    tax: [],
    wallet_after: { balance: had + 3_000 },
  })
  expect(await balance()).toBe(had + 3_000)
  await outboxIsEmpty(api.db)
  expect(socket.events.some(({ payload }) => payload['id'] === charged.id)).toBe(true)
  socket.close()
  const [notice] = (await hanako.get('notifications.list')).items
  expect(notice).toMatchObject({ title: 'チャージが完了しました' })
  const { content, can_issue_formal, stamp_yen } = await clerk.get('transactions.receipt', {
    params: { id: charged.id },
  })
  expect(content).toMatchObject({
    kind: 'charge',
    tax: [],
    total: 3_000,
    cash_tendered: 10_000,
    change: 7_000,
    lines: [{ name: 'ツキシロ残高 チャージ', tax_rate: 0 }],
    member: { points_earned: 0, balance: had + 3_000 },
  })
  expect([can_issue_formal, stamp_yen]).toEqual([false, 0])
  const after = await day()
  expect(after.cash.charges - before.cash.charges).toBe(3_000)
  expect(after.cash.expected - before.cash.expected).toBe(3_000)
  expect(after.figures.net).toBe(before.figures.net)
})

test('asked for again while the first request is under way and its code has run out, it is answered as that one', async () => {
  const had = await balance()
  const asked = await ask(500)
  const holding = new pg.Client({ connectionString: api.db.url })
  await holding.connect()
  await holding.query('begin')
  await holding.query('select from ledger.wallets where user_id = $1 for no key update', [hanako.user_id])
  const first = clerk.call('transactions.chargeCash', asked)
  try {
    await waitsAt('ledger.hold_charge_cash(')
    await moveLedgerClock(api.db, new Date(Date.now() + 301_000).toISOString())
    const second = clerk.call('transactions.chargeCash', asked)
    await waitsAt('ledger.first_answer(')
    await holding.query('commit')
    const [one, other] = await Promise.all([first, second])
    expect([one.status, other.status]).toEqual([200, 200])
    expect(other.body).toEqual(one.body)
    expect(other.headers.get('Idempotency-Replayed')).toBe('true')
    expect(await balance()).toBe(had + 500)
  } finally {
    await holding.end()
    await moveLedgerClock(api.db, null)
  }
  // Under a new key the code is judged by its present state.
  const { code } = await clerk.refused('transactions.chargeCash', {
    ...asked,
    headers: { 'Idempotency-Key': randomUUID() },
  })
  expect(code).toBe('QR_ALREADY_USED')
})

test('one showing charges once: five at once with one code, at two shops', async () => {
  const [asked, had] = [await ask(500), await balance()]
  const elsewhere = await api.as('otherClerk')
  const replies = await Promise.all(
    [clerk, elsewhere, manager, elsewhere, clerk].map((by) =>
      by.call('transactions.chargeCash', { body: asked.body }),
    ),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await balance()).toBe(had + 500)
  const { to: token } = asked.body
  expect((await clerk.refused('transactions.pay', { body: { token } })).code).toBe('QR_ALREADY_USED')
})

/** Waits until one call of this function is blocked by a lock that another call holds. */
async function waitsAt(called: string): Promise<void> {
  await expect
    .poll(
      () =>
        api.db.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and strpos(query, $1) > 0`,
          [called],
        ),
      { timeout: 4_000 },
    )
    .toHaveLength(1)
}

test('its paper calls the balance by the name that the brand goes by', async () => {
  const rename = (short: string) =>
    api.db.query(
      `update settings set value = value || jsonb_build_object('short', $1::text) where key = 'brand'`,
      [short],
    )
  await rename('ホシシロ')
  try {
    const { id } = await clerk.get('transactions.chargeCash', await ask(500))
    const { content } = await clerk.get('transactions.receipt', { params: { id } })
    expect(content.lines).toMatchObject([{ name: 'ホシシロ残高 チャージ' }])
  } finally {
    await rename('ツキシロ')
  }
})

test('a charge is taken back on its day by number and password, and every page says so', async () => {
  const had = await balance()
  const { id, number } = await clerk.get('transactions.chargeCash', await ask(6_000))
  const beyond = await clerk.refused('transactions.delete', undo(id, 'E0003'))
  expect([beyond.status, beyond.code]).toEqual([403, 'VOID_APPROVAL'])
  const managerNumber = (await manager.get('users.employeeDetails')).number
  const back = await clerk.get('transactions.delete', undo(id, managerNumber))
  expect(back).toMatchObject({ type: 'adjustment', related_id: id, message: 'チャージの取り消し' })
  expect(await balance()).toBe(had)
  const page = await clerk.get('transactions.details', { params: { id } })
  expect(page).toMatchObject({ status: 'deleted', till: { charged: { amount: 6_000, taken_back: true } } })
  expect((await clerk.get('transactions.receipt', { params: { id } })).state).toBe('voided')
  const { store } = await manager.get('users.employeeDetails')
  const found = await clerk.get('transactions.search', { query: { store_id: store!.id, q: number } })
  expect(found.items.map((row) => row.id)).toEqual([id])
  await outboxIsEmpty(api.db)
  // An earlier test moved the clock on, so that its notice stands above this one.
  const notices = (await hanako.get('notifications.list')).items
  expect(notices.map(({ title }) => title)).toContain('チャージの取り消し')
})

test('nobody is paid out what they charged: a charge is no sale that goes back', async () => {
  const { id } = await clerk.get('transactions.chargeCash', await ask(500))
  const body = { transaction_id: id, reason: 'お客さま都合' }
  const refusal = {
    status: 422,
    code: 'PREPAID_CASHOUT_PROHIBITED',
    message: '残高の払い戻しは法令によりできません。',
  }
  expect(await manager.refused('transactions.refundPreview', { body: { transaction_id: id } })).toMatchObject(
    refusal,
  )
  expect(
    await manager.refused('transactions.refund', { body, headers: { 'Idempotency-Key': randomUUID() } }),
  ).toMatchObject(refusal)
})

test('what a charge may not be is refused with its sentence, and nothing moves', async () => {
  const had = await balance()
  const refusal = async (amount: number, tendered?: number) => {
    const { status, body } = await clerk.call('transactions.chargeCash', await ask(amount, tendered))
    return [status, (body as { error: string }).error]
  }
  expect(await refusal(499)).toEqual([422, 'チャージは500円以上30,000円以下で入力してください。'])
  expect(await refusal(1_000, 999)).toEqual([422, 'お預り金額が不足しています。'])
  const id = await clerk.call('transactions.chargeCash', {
    body: { to: hanako.user_id, amount: 500, cash_tendered: 500 },
  })
  // A customer who is not here cannot be reached by their id; one who was here before may be.
  expect([200, 404]).toContain(id.status)
  const had2 = await balance()
  expect(had2 - had).toBe(id.status === 200 ? 500 : 0)
})
