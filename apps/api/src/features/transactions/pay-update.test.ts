import { randomUUID } from 'node:crypto'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, expect, test } from 'vitest'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

/** A register that has scanned this member's code and holds an open sale over 700 yen. */
async function openSale(member: 'kyoko' | 'yoko' | 'takasaki') {
  const customer = await api.as(member)
  const register = await api.as('clerk')
  const { token } = await customer.get('users.token')
  const { transaction } = await register.get('transactions.pay', { body: { token, amount: 700 } })
  return { register, transaction_id: transaction.id }
}

test('an amount edits an open sale, and is what is settled', async () => {
  const { register, transaction_id } = await openSale('kyoko')
  const edited = await register.get('transactions.payUpdate', { body: { transaction_id, amount: 900 } })
  expect(edited).toMatchObject({ status: 'open', transaction: { spent_total: 900 } })
  const settled = await register.get('transactions.payUpdate', {
    body: { transaction_id, tenders: { cash: 900 }, cash_tendered: 1_000 },
  })
  expect(settled).toMatchObject({ status: 'completed', transaction: { spent_total: 900, change: 100 } })
})

test('the same key with the same body answers again, and with another body is refused', async () => {
  const { register, transaction_id } = await openSale('yoko')
  const headers = { 'Idempotency-Key': randomUUID() }
  const ask = { body: { transaction_id, tenders: { cash: 700 } }, headers }
  const first = await register.get('transactions.payUpdate', ask)
  expect(await register.get('transactions.payUpdate', ask)).toEqual(first)
  const other = { ...ask, body: { ...ask.body, cash_tendered: 1_000 } }
  expect(await register.call('transactions.payUpdate', other)).toMatchObject({
    status: 422,
    body: { code: 'IDEMPOTENCY_KEY_REUSED' },
  })
})

test('tenders that are one yen off are refused and move nothing', async () => {
  const { register, transaction_id } = await openSale('takasaki')
  const reply = await register.call('transactions.payUpdate', {
    body: { transaction_id, tenders: { cash: 699 } },
  })
  expect(reply).toMatchObject({ status: 422, body: { code: 'TENDERS_MISMATCH' } })
  const state = await register.get('transactions.registerState', { params: { id: transaction_id } })
  expect(state).toMatchObject({ status: 'open', transaction: { completed_at: null } })
})
