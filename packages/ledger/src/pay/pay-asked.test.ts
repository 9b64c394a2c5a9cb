import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordOf } from '../act.ts'
import { encode } from '../door/binary.ts'
import { askedCodec, askedTypesOf, type AskedTypes } from './pay-asked.ts'
import type { PayRequest } from './pay-request.ts'
import { createWorld, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('a payment arrives as it was asked for, column by column', async () => {
  let next = 1
  const number = () => next++
  // No value stands twice, so that none can be taken for another.
  const line = () => ({
    line: number(),
    sku_id: randomUUID(),
    sku: 'RG-0001',
    name: '銀の指輪 “槌目”',
    quantity: number(),
    unit_price: number(),
    discount: number(),
    subtotal: number(),
    tax_rate_bp: number(),
    share_points: number(),
    share_balance: number(),
    share_cash: number(),
    share_card: number(),
    share_later: number(),
    detail: { discounts: [] },
  })
  const full: Required<PayRequest> & { ord: number } = {
    ord: number(),
    actor_id: randomUUID(),
    session_id: randomUUID(),
    route: 'pay',
    key: randomUUID(),
    request_hash: randomBytes(32),
    transaction_id: randomUUID(),
    checkout_id: randomUUID(),
    token_hash: randomBytes(32),
    code_hash: randomBytes(32),
    store_id: randomUUID(),
    register_id: randomUUID(),
    lines: [line(), line()],
    total: number(),
    points: number(),
    balance: number(),
    cash: number(),
    card: number(),
    cash_tendered: number(),
    tax: [{ rate: 1_000, taxable: number(), tax: number() }],
    note: '贈り物',
    sale: { gross: number(), discount: number() },
    parked_id: randomUUID(),
    parked_version: number(),
    approval_id: randomUUID(),
    later: number(),
    contract: {
      signature: 'M0 0',
      signed_approval_id: randomUUID(),
      override_by: randomUUID(),
      approval_id: null,
      override_reason: '常連',
    },
  }
  const bare: PayRequest & { ord: number } = {
    ...world.request({ cash: 1_000_000_000_000 }),
    ord: number(),
    note: null,
  }
  const types = (await world.app.query<AskedTypes>(askedTypesOf)).rows[0]!
  const { rows } = await world.app.query('select to_jsonb($1::ledger.pay_asked[]) as read', [
    encode(askedCodec(types), [full, bare]),
  ])
  const [first, second] = rows[0].read
  expect(first).toEqual(recordOf(full))
  // What is not there is null.
  const { lines, ...movement } = recordOf(bare) as typeof bare
  const nulls = Object.fromEntries(Object.keys(full).map((name) => [name, null]))
  expect(second).toEqual({
    ...nulls,
    ...JSON.parse(JSON.stringify(movement)),
    lines: lines.map((one) => ({ detail: null, ...one })),
  })
})
