import { randomUUID } from 'node:crypto'
import { type ErrorCode, sentenceOf } from '@shirogane/contract/wire/errors'
import type { Caller } from '@shirogane/testkit/calls/caller'
import { fingerprint } from '@shirogane/testkit/asks/fingerprint'
import { charge } from '@shirogane/testkit/acts/funds'
import { withoutCountdown } from '@shirogane/testkit/acts/sale'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

/** A register that has scanned this member's code and holds an open sale over 700 yen. */
async function openSale(member: 'hanako' | 'kyoko' | 'yoko' | 'takasaki') {
  const customer = await api.as(member)
  const register = await api.as('clerk')
  const { token } = await customer.get('users.token')
  const { transaction } = await register.get('transactions.pay', { body: { token, amount: 700 } })
  return { customer, register, transaction_id: transaction.id }
}

/** Refused with this status and the code's sentence; the sale stands open as before, and nothing anywhere has moved. */
async function refusesAndKeeps(
  by: Caller,
  body: { transaction_id: string; [field: string]: unknown },
  [status, code, blanks = {}]: readonly [number, ErrorCode, Readonly<Record<string, number>>?],
  call: 'transactions.pay' | 'transactions.payUpdate' = 'transactions.payUpdate',
): Promise<void> {
  const clerk = await api.as('clerk')
  const ask = { params: { id: body.transaction_id } }
  const state = async () => withoutCountdown(await clerk.get('transactions.registerState', ask))
  const before = [await fingerprint(api.db), await state()]
  const headers = { 'Idempotency-Key': randomUUID() }
  expect(await by.refused(call, { body, headers })).toMatchObject({
    status,
    code,
    message: sentenceOf(code, blanks),
  })
  expect([await fingerprint(api.db), await state()]).toEqual(before)
}

test('an amount edits an open sale, and is what is settled', async () => {
  const { register, transaction_id } = await openSale('kyoko')
  const edited = await register.get('transactions.payUpdate', { body: { transaction_id, amount: 900 } })
  expect(edited).toMatchObject({ status: 'open', transaction: { spent_total: 900 } })
  const completed = await register.get('transactions.payUpdate', {
    body: { transaction_id, tenders: { cash: 900 }, cash_tendered: 1_000 },
  })
  expect(completed).toMatchObject({ status: 'completed', transaction: { spent_total: 900, change: 100 } })
})

test('whoever asks for its state while it is settled hears of the open sale or of the settled one, and of nothing between', async () => {
  const { register, transaction_id } = await openSale('kyoko')
  const { db } = api.server.context
  const { first } = db
  let isCompleted = false
  const reading = vi.spyOn(db, 'first').mockImplementation(async (text, values, name) => {
    if (name === 'checkout' && !isCompleted) {
      isCompleted = true
      await register.get('transactions.payUpdate', { body: { transaction_id, tenders: { cash: 700 } } })
    }
    return first(text, values, name)
  })
  const state = await register.get('transactions.registerState', { params: { id: transaction_id } })
  reading.mockRestore()
  expect(state).toMatchObject({ status: 'completed', transaction: { spent_total: 700, change: 0 } })
  expect(state.transaction.number).not.toBe('')
})

test('a sale in one step takes no id of what is open for somebody else, here or in another shop', async () => {
  const { register, transaction_id } = await openSale('hanako')
  const { token } = await (await api.as('yoko')).get('users.token')
  const body = { transaction_id, amount: 300, tenders: { cash: 300 } }
  const elsewhere = await api.as('otherClerk')
  const refused = [409, 'PAYMENT_STATE'] as const
  await refusesAndKeeps(register, body, refused, 'transactions.pay')
  await refusesAndKeeps(register, { ...body, token }, refused, 'transactions.pay')
  await refusesAndKeeps(elsewhere, body, refused, 'transactions.pay')
  await refusesAndKeeps(elsewhere, { ...body, token }, refused, 'transactions.pay')
  const completed = await register.get('transactions.payUpdate', {
    body: { transaction_id, tenders: { cash: 700 } },
  })
  expect(completed).toMatchObject({ status: 'completed' })
})

test('a note of the scan stays with the sale, and a scan that comes late changes nothing of its cart', async () => {
  const customer = await api.as('kyoko')
  const register = await api.as('clerk')
  const { token } = await customer.get('users.token')
  const first = await register.get('transactions.pay', { body: { token, amount: 700, note: '贈り物' } })
  const { id: transaction_id } = first.transaction
  await register.get('transactions.payUpdate', { body: { transaction_id, amount: 1_100 } })
  const late = await register.get('transactions.pay', { body: { token, amount: 700 } })
  expect(late.transaction).toMatchObject({ id: transaction_id, spent_total: 1_100 })
  const body = { transaction_id, tenders: { cash: 1_100 } }
  expect((await register.get('transactions.payUpdate', { body })).transaction.spent_total).toBe(1_100)
  const kept = await api.db.query('select note from ledger.transactions where id = $1', [transaction_id])
  expect(kept).toEqual([{ note: '贈り物' }])
})

test('a discount beyond the bill is refused when it is named, and the open sale keeps its sum', async () => {
  const { register, transaction_id } = await openSale('kyoko')
  const discount = { kind: 'yen', value: 701, reason: 'flaw' }
  await refusesAndKeeps(register, { transaction_id, discount }, [422, 'DISCOUNT_EXCEEDS'])
})

test('the same key with the same body answers again, and with another body is refused', async () => {
  const { register, transaction_id } = await openSale('yoko')
  const headers = { 'Idempotency-Key': randomUUID() }
  const ask = { body: { transaction_id, tenders: { cash: 700 } }, headers }
  const first = await register.get('transactions.payUpdate', ask)
  expect(await register.get('transactions.payUpdate', ask)).toEqual(first)
  const other = { ...ask, body: { ...ask.body, cash_tendered: 1_000 } }
  const before = await fingerprint(api.db)
  expect(await register.refused('transactions.payUpdate', other)).toMatchObject({
    status: 422,
    code: 'IDEMPOTENCY_KEY_REUSED',
    message: sentenceOf('IDEMPOTENCY_KEY_REUSED'),
  })
  expect(await fingerprint(api.db)).toBe(before)
})

test('tenders that are one yen off are refused and move nothing', async () => {
  const { register, transaction_id } = await openSale('takasaki')
  for (const cash of [699, 701])
    await refusesAndKeeps(register, { transaction_id, tenders: { cash } }, [422, 'TENDERS_MISMATCH'])
  const short = { transaction_id, tenders: { cash: 700 }, cash_tendered: 699 }
  await refusesAndKeeps(register, short, [422, 'TENDERED_SHORT'])
})

test.each([0, -1, 0.5, 10_000_000_000, '千円', '1000', '１０００', null])(
  '%j is no amount of an open sale either',
  async (wrong) => {
    const { register, transaction_id } = await openSale('kyoko')
    const bodies: object[] = [
      { amount: wrong },
      { amount: wrong, tenders: { cash: 700 } },
      { items: [{ name: '指輪', unit_price: 700, quantity: wrong }] },
      ...(wrong === 0
        ? []
        : [{ tenders: { cash: wrong } }, { tenders: { cash: 700 }, cash_tendered: wrong }]),
    ]
    for (const body of bodies)
      await refusesAndKeeps(register, { transaction_id, ...body }, [400, 'VALIDATION_ERROR'])
  },
)

test('a balance that is one yen short keeps the sale open, to be paid in another way', async () => {
  const { customer, register, transaction_id } = await openSale('yoko')
  await charge(api.db, customer.user_id, 500)
  const { balance, point_balance } = await customer.get('users.wallet')
  const body = { transaction_id, amount: balance + 1, tenders: { balance: balance + 1 } }
  await refusesAndKeeps(register, body, [422, 'INSUFFICIENT_BALANCE', { n: 1 }])
  const more = point_balance + 1
  const points = { transaction_id, amount: more, tenders: { points: more } }
  await refusesAndKeeps(register, points, [422, 'INSUFFICIENT_POINT'])
  expect(
    await register.get('transactions.payUpdate', { body: { ...body, tenders: { balance, cash: 1 } } }),
  ).toMatchObject({ status: 'completed', transaction: { tenders: { balance, cash: 1 } } })
})

test('a member who is stopped between scan and confirm pays nothing, and a reloaded register is warned', async () => {
  const { customer, register, transaction_id } = await openSale('kyoko')
  const stateNow = () => register.get('transactions.registerState', { params: { id: transaction_id } })
  await api.db.query('update users set suspended_at = now() where id = $1', [customer.user_id])
  try {
    const body = { transaction_id, tenders: { cash: 700 } }
    await refusesAndKeeps(register, body, [403, 'CUSTOMER_SUSPENDED'])
    expect((await stateNow()).warnings).toEqual([
      'この会員は現在ご利用いただけません。責任者にご確認ください。',
    ])
  } finally {
    await api.db.query('update users set suspended_at = null where id = $1', [customer.user_id])
  }
  expect((await stateNow()).warnings).toEqual([])
})

test('another shop, a member, head office and nobody find no sale to settle, and leave it as it is', async () => {
  const { register, transaction_id } = await openSale('hanako')
  const body = { transaction_id, tenders: { cash: 700 } }
  for (const name of ['otherClerk', 'otherManager'] as const)
    await refusesAndKeeps(await api.as(name), body, [404, 'TXN_NOT_FOUND'])
  for (const name of ['hanako', 'kyoko', 'owner', 'accountant'] as const)
    await refusesAndKeeps(await api.as(name), body, [403, 'FORBIDDEN'])
  await refusesAndKeeps(api.nobody, body, [401, 'AUTH_REQUIRED'])
  expect(await register.get('transactions.payUpdate', { body })).toMatchObject({ status: 'completed' })
  // Paid is paid: neither another tender nor another amount, nor giving it up.
  for (const edit of [{ tenders: { card: 700 } }, { amount: 1 }, { status: 'cancelled' }])
    await refusesAndKeeps(register, { transaction_id, ...edit }, [409, 'PAYMENT_STATE'])
})

describe('a sale belongs to the register that scanned', () => {
  let first: string
  let second: string
  beforeAll(async () => {
    const registers = await api.db.query<{ id: string }>(
      `select r.id from registers r join stores s on s.id = r.store_id where s.code = 'KNZ1' order by r.number`,
    )
    first = registers[0]!.id
    second = registers[1]!.id
  })

  /** The clerk's open sale at the second register of the shop. */
  async function openAtSecond() {
    const { token } = await (await api.as('kyoko')).get('users.token')
    const body = { token, amount: 700, register_id: second }
    return (await (await api.as('clerk')).get('transactions.pay', { body })).transaction.id
  }

  test('another one finds nothing to settle, edit, put aside or give up', async () => {
    const transaction_id = await openAtSecond()
    const colleague = await api.as('manager')
    const acts = [
      { tenders: { cash: 700 } },
      { amount: 1 },
      { note: '包装' },
      { status: 'saved' },
      { status: 'cancelled' },
    ]
    for (const act of acts) {
      // A register that names no register stands at the first one, as where it scans.
      for (const at of [{ register_id: first }, {}, { register_id: randomUUID() }])
        await refusesAndKeeps(colleague, { transaction_id, ...at, ...act }, [404, 'TXN_NOT_FOUND'])
    }
    const body = { transaction_id, register_id: second, tenders: { cash: 700 } }
    expect(await colleague.get('transactions.payUpdate', { body })).toMatchObject({ status: 'completed' })
  })

  test('is settled under one key as often as it is sent, by whoever stands there, and elsewhere not shown', async () => {
    const transaction_id = await openAtSecond()
    const colleague = await api.as('manager')
    const headers = { 'Idempotency-Key': randomUUID() }
    const ask = { body: { transaction_id, register_id: second, tenders: { cash: 700 } }, headers }
    const paid = await colleague.get('transactions.payUpdate', ask)
    expect(await colleague.get('transactions.payUpdate', ask)).toEqual(paid)
    const again = { ...ask.body, tenders: { card: 700 } }
    await refusesAndKeeps(colleague, again, [409, 'PAYMENT_STATE'])
    await refusesAndKeeps(colleague, { ...again, register_id: first }, [404, 'TXN_NOT_FOUND'])
  })

  test('but whoever opened it finishes it from another one, and it stays a sale of the register that scanned', async () => {
    const transaction_id = await openAtSecond()
    const moved = await api.signIn('clerk')
    const body = { transaction_id, register_id: first, tenders: { cash: 700 } }
    expect(await moved.get('transactions.payUpdate', { body })).toMatchObject({ status: 'completed' })
    const posted = await api.db.query('select register_id from ledger.transactions where id = $1', [
      transaction_id,
    ])
    expect(posted).toEqual([{ register_id: second }])
  })
})
