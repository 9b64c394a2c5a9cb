import { randomUUID } from 'node:crypto'
import type { CallName } from '@shirogane/contract/wire/calls'
import type { CastName } from '@shirogane/testkit/cast'
import { sell } from '@shirogane/testkit/acts/sale'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyHoldsCardNumber, holdsCardNumber } from './card-numbers.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const typed = 'カードは 4111 1111 1111 1111 です。よろしくお願いします。'

test.each<[CallName, CastName, object]>([
  [
    'contacts.create',
    'hanako',
    { name: '例示 花子', email: 'a@example.com', kind: 'payment', message: typed },
  ],
  ['users.contactTransaction', 'hanako', { transaction_id: randomUUID(), message: typed }],
  ['transactions.formalReceipt', 'hanako', { addressee: '4111111111111111' }],
  [
    'addresses.create',
    'hanako',
    {
      postcode: '9200981',
      prefecture: '石川県',
      city: '金沢市',
      town: '片町',
      street: '４１１１１１１１１１１１１１１１',
    },
  ],
  ['transactions.pay', 'clerk', { amount: 100, tenders: { cash: 100 }, note: typed }],
  [
    'transactions.pay',
    'clerk',
    { items: [{ name: '4111-1111-1111-1111', unit_price: 100, quantity: 1 }], tenders: { cash: 100 } },
  ],
  ['transactions.refund', 'manager', { transaction_id: randomUUID(), reason: typed }],
  ['admin.updateContact', 'owner', { note: typed }],
])('nobody’s card gets into %s, and %s is told where it belongs', async (call, who, body) => {
  const refusal = await (await api.as(who)).refused(call, { body, params: { id: randomUUID() } })
  expect(refusal).toMatchObject({
    status: 422,
    code: 'PAN_REFUSED',
    error: 'カード番号は送信できません。カードの入力画面に入力してください。',
  })
})

test('an id passes, though its digits are those of a card by chance', () => {
  const id = '44262129-9722-7003-8abc-0123456789ab'
  expect(bodyHoldsCardNumber({ transaction_id: id, items: [{ sku_id: id, quantity: 1 }] })).toBe(false)
  expect(holdsCardNumber(`${id.slice(0, 18)} です`)).toBe(true)
})

test('the digits of a counter’s code pass, though they bear the same check digit', async () => {
  const [hanako, clerk] = [await api.as('hanako'), await api.as('clerk')]
  const { code } = await hanako.get('users.token')
  expect(bodyHoldsCardNumber({ token: code })).toBe(false)
  await sell(clerk, null, { amount: 100, tenders: { cash: 100 } })
  await clerk.get('transactions.pay', {
    body: { token: code, amount: 100, tenders: { cash: 100 } },
    headers: { 'Idempotency-Key': randomUUID() },
  })
})

describe('a number is that of a card', () => {
  test.each([
    'カード 5555 5555 5555 4444 です',
    '1 4111 1111 1111 1111',
    '3782 822463 10005',
    'tok_4111111111111111',
    '４２４２４２４２４２４２４２４２',
    4_242_424_242_424_242,
    ['deep', { inside: '3530 1113 3330 0000' }],
  ])('in %o', (value) => expect(holdsCardNumber(value)).toBe(true))

  test.each([
    '4242424242424241',
    '090-0000-0001 080-1111-2222',
    '20261121-KNZ1-0007 と 20261122-KNZ1-0012',
    'T0000000000000',
    '2000000000015',
    '6220000000000',
    'お届けは2026-11-21 10:03-12:00',
    null,
  ])('and not in %o', (value) => expect(holdsCardNumber(value)).toBe(false))
})

test('nobody holds up the installation with single digits, nor with boxes in boxes, without so much as a name', async () => {
  const started = performance.now()
  const boxes = '['.repeat(30_000) + ']'.repeat(30_000)
  expect(holdsCardNumber(JSON.parse(boxes))).toBe(false)
  for (const [value, code] of [
    [`"${'1 '.repeat(32_000)}"`, 'WEBHOOK_UNSIGNED'],
    [boxes, 'VALIDATION_ERROR'],
  ]) {
    const answer = await fetch(`${api.url}/v1/gateway/webhook`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: `{"data":${value}}`,
    })
    expect(await answer.json()).toMatchObject({ code })
  }
  expect(performance.now() - started).toBeLessThan(2_000)
})
