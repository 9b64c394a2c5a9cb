import { randomUUID } from 'node:crypto'
import type { Caller } from '@shirogane/testkit/calls/caller'
import { castPassword } from '@shirogane/testkit/database'
import { sell } from '@shirogane/testkit/acts/sale'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, expect, test } from 'vitest'

let api: TestApi
let clerk: Caller
let store_id: string
beforeAll(async () => {
  api = await startApi()
  clerk = await api.as('clerk')
  store_id = (await clerk.get('users.employeeDetails')).store_id!
})
afterAll(() => api.close())

const of = async (difference: number) => {
  const { items, count } = await clerk.get('admin.daySuspects', { query: { store_id, difference } })
  expect(count).toBe(items.length)
  return items.map(({ number, kind, why }) => [number, kind, why])
}
const sale = async (amount: number, tenders: object, more: object = {}) =>
  (await sell(clerk, null, { amount, tenders, ...more })).transaction

test('a difference names what of the day comes to it, from the books, and nothing else', async () => {
  const cash = await sale(54_321, { cash: 54_321 })
  const card = await sale(7_777, { card: 7_777 })
  const mixed = await sale(4_400, { cash: 2_200, card: 2_200 }, { cash_tendered: 5_555 })
  const gone = await sale(3_131, { cash: 3_131 })
  await clerk.get('transactions.delete', {
    params: { id: gone.id },
    body: { employee_id: 'E0003', password: castPassword },
    headers: { 'Idempotency-Key': randomUUID() },
  })
  const put = await clerk.get('admin.moveCash', {
    body: { store_id, act: 'pay_in', amount: 6_060, reason: '釣銭補充' },
    headers: { 'Idempotency-Key': randomUUID() },
  })
  expect(await of(-54_321)).toEqual([[cash.number, 'sale', 'same']])
  expect(await of(7_777)).toEqual([[card.number, 'sale', 'swapped']])
  expect(await of(3_355)).toEqual([[mixed.number, 'sale', 'change']])
  expect(await of(3_131)).toEqual([[gone.number, 'sale', 'voided']])
  // 54,321 and 54,312 have two figures in each other's place.
  expect(await of(-9)).toEqual([[cash.number, 'sale', 'digits']])
  expect(await of(-12_120)).toEqual([[put.number, 'pay_in', 'direction']])
  expect(await of(-6_060)).toEqual([[put.number, 'pay_in', 'same']])
  expect(await of(-6_061)).toEqual([])
  expect(await of(0)).toEqual([])
})

test('a sale that was found to be a card is looked at as one', async () => {
  const { id, number } = await sale(8_181, { cash: 8_181 })
  await (
    await api.as('manager')
  ).get('transactions.payUpdate', {
    body: { transaction_id: id, correction: { tenders: { cash: 0, card: 8_181 }, reason: 'カードだった' } },
    headers: { 'Idempotency-Key': randomUUID() },
  })
  expect(await of(8_181)).toEqual([[number, 'sale', 'swapped']])
  expect(await of(-8_181)).toEqual([])
})
