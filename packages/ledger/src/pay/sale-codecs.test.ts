import { allTenders, columnsOf, plainTenders, eachOf } from '@shirogane/domain/sales/tenders'
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordOf } from '../act.ts'
import { encode } from '../door/binary.ts'
import { createWorld, type World } from '../testing/world.ts'
import type { SaleRow } from './decided-sale.ts'
import type { AskedSale } from './read-facts.ts'
import { saleCodecs, type SaleTypes, saleTypesOf } from './sale-codecs.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

// No value stands twice, so that none can be taken for another.
let next = 1
const number = () => next++

test('a sale is asked about as it was asked for, column by column', async () => {
  const full: AskedSale = {
    ord: number(),
    actor_id: randomUUID(),
    session_id: randomUUID(),
    transaction_id: randomUUID(),
    checkout_id: randomUUID(),
    token_hash: randomBytes(32),
    code_hash: randomBytes(32),
    store_id: randomUUID(),
    register_id: randomUUID(),
    points: number(),
    cash: number(),
    later: number(),
    parked_id: randomUUID(),
    approvals: [randomUUID(), randomUUID()],
    skus: [randomUUID()],
  }
  const bare: AskedSale = {
    ...full,
    checkout_id: null,
    token_hash: null,
    code_hash: null,
    parked_id: null,
    approvals: null,
    skus: null,
  }
  const { asked } = saleCodecs((await world.app.query<SaleTypes>(saleTypesOf)).rows[0]!)
  const { rows } = await world.app.query('select to_jsonb($1::ledger.asked_sale[]) as read', [
    encode(asked, [full, bare]),
  ])
  expect(rows[0].read).toEqual([recordOf(full), recordOf(bare)])
})

test('a sale arrives as it was decided, column by column', async () => {
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
    ...columnsOf('share', allTenders, number),
    detail: { discounts: [] },
  })
  const full: SaleRow = {
    ord: number(),
    actor_id: randomUUID(),
    route: 'pay',
    key: randomUUID(),
    request_hash: randomBytes(32),
    transaction_id: randomUUID(),
    code: 'INSUFFICIENT_BALANCE',
    n: number(),
    checkout_id: randomUUID(),
    checkout_version: '4294967295',
    pay_code_id: randomUUID(),
    code_version: '4294967294',
    customer_id: randomUUID(),
    wallet_version: '4294967293',
    store_id: randomUUID(),
    register_id: randomUUID(),
    business_date: '2028-02-29',
    lines: [line(), line()],
    total: 2 ** 53 - 1,
    points: number(),
    ...eachOf(plainTenders, number),
    cash_tendered: number(),
    tax: [{ rate: 1_000, taxable: number(), tax: number() }],
    note: '贈り物',
    sale: { gross: number(), discount: number() },
    parked_id: randomUUID(),
    parked_version: number(),
    approved_by: randomUUID(),
    approvals: [{ id: randomUUID(), kind: 'discount', amount: number(), subject: { gross: number() } }],
    contract: { signature: 'M0 0', signed_by: randomUUID() },
    use_limited: number(),
    use_regular: number(),
    use_bonus: number(),
    use_paid: number(),
    lots: [{ lot: randomUUID(), points: number() }],
    paid_after: number(),
    bonus_after: number(),
    regular_after: number(),
    limited_after: number(),
    receivable_after: number(),
    base: number(),
    rate_bp: number(),
    earned: number(),
    earned_limited: number(),
    parts: [],
    budgets: [{ id: randomUUID(), used: number() }],
    level_before: number(),
    level_after: number(),
    level_bought: number(),
    accumulation: number(),
    inviter_id: randomUUID(),
    reward: number(),
    reward_rate_bp: number(),
    reward_base_min: number(),
    reward_cut: number(),
    reward_day_max: number(),
    reward_before: number(),
  }
  const bare = Object.fromEntries(
    Object.entries(full).map(([name, value]) => [
      name,
      name === 'lines' ? [] : name === 'ord' ? value : null,
    ]),
  ) as SaleRow
  const { decided } = saleCodecs((await world.app.query<SaleTypes>(saleTypesOf)).rows[0]!)
  const { rows } = await world.app.query('select to_jsonb($1::ledger.decided_sale[]) as read', [
    encode(decided, [full, bare]),
  ])
  expect(rows[0].read).toEqual([recordOf(full), bare])
})
