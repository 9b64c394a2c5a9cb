import { randomUUID } from 'node:crypto'
import { silverPrice } from '@shirogane/domain/money/money'
import type { SkuBody } from '@shirogane/contract/resources/brand/skus'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inStoreBarcode, isBarcode } from './rules.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const article = (changed: Partial<SkuBody> = {}): SkuBody => ({
  id: randomUUID(),
  sku: `T-${randomUUID().slice(0, 8).toUpperCase()}`,
  name: '試しの指輪',
  price: 7_700,
  tax_rate: 1_000,
  picture: 'ring',
  category: 'ring',
  not_returnable: null,
  stocked: true,
  fineness: 925,
  weight_mg: 2_100,
  size: '11号',
  by_weight: null,
  quick_order: null,
  ...changed,
})
const byWeight = { weighed: false, coefficient_bp: 15_000, labor_fee: 3_000, stone_fee: 500 }
const create = async (body: SkuBody) => (await api.as('owner')).get('skus.create', { body })

describe('articles', () => {
  test('an article that was registered is found by name and by the bar code that it was given', async () => {
    const made = await create(article({ name: '月白リング' }))
    expect(made).toMatchObject({ price: 7_700, active: true, version: 1, silver: null })
    expect(isBarcode(made.barcode)).toBe(true)
    const clerk = await api.as('clerk')
    for (const query of ['月白', made.barcode]) {
      const { items } = await clerk.get('skus.search', { query: { query } })
      expect(items[0]?.id).toBe(made.id)
    }
  })

  test('a form that was sent twice makes one article, and its numbers are given once', async () => {
    const body = article()
    const [one, two] = await Promise.all([create(body), create(body)])
    expect(two.id).toBe(one.id)
    const many = await Promise.all(Array.from({ length: 8 }, () => create(article())))
    expect(new Set(many.map(({ barcode }) => barcode)).size).toBe(8)
  })

  test('a change counts from its version on, is on record, and does not overwrite somebody else’s', async () => {
    const owner = await api.as('owner')
    const { id } = await create(article())
    const changed = await owner.get('skus.update', {
      params: { id },
      body: { version: 1, price: 8_800, not_returnable: 'engraved' },
    })
    expect(changed).toMatchObject({ price: 8_800, not_returnable: 'engraved', version: 2 })
    const stale = { params: { id }, body: { version: 1, price: 9_900 } }
    expect(await owner.refused('skus.update', stale)).toMatchObject({ status: 409, code: 'CONFLICT' })
    const { changes } = await owner.get('skus.show', { params: { id } })
    expect(changes[0]).toMatchObject({
      action: 'sku.change',
      before: { price: 7_700, not_returnable: null },
      after: { price: 8_800, not_returnable: 'engraved' },
    })
  })

  test('a name claims no other fineness than the articles have, when they are made and whatever changes of them', async () => {
    const owner = await api.as('owner')
    const claims = { name: '純銀ペアリング', fineness: 958 as const }
    expect(await owner.refused('skus.create', { body: article(claims) })).toMatchObject({
      status: 400,
      code: 'SKU_SILVER_NAME',
      message:
        '商品名が品位と合いません。「純銀」は999以上、「SILVER」「SV」だけの表示は925以上です。数字は品位と同じにしてください。',
    })
    const { id } = await create(article({ ...claims, fineness: 999 }))
    const change = (body: object) =>
      owner.refused('skus.update', { params: { id }, body: { version: 1, ...body } })
    expect((await change({ fineness: 925 })).code).toBe('SKU_SILVER_NAME')
    expect((await change({ name: 'SV925 ペアリング' })).code).toBe('SKU_SILVER_NAME')
    const named = await owner.get('skus.update', {
      params: { id },
      body: { version: 1, name: 'SV925 ペアリング', fineness: 925 },
    })
    expect(named.version).toBe(2)
  })

  test('codes, bar codes and places are nobody’s twice, and a mistyped bar code is none', async () => {
    const owner = await api.as('owner')
    const there = await create(article({ quick_order: 90 }))
    const refusals = [
      [{ sku: there.sku }, 'SKU_TAKEN'],
      [{ barcode: there.barcode }, 'BARCODE_TAKEN'],
      [{ quick_order: 90 }, 'QUICK_PLACE_TAKEN'],
      [{ barcode: '4901234567890' }, 'BARCODE_FORMAT'],
      [{ price: undefined }, 'SKU_PRICE_REQUIRED'],
      [{ fineness: null, by_weight: byWeight }, 'SKU_WEIGHT_REQUIRED'],
    ] as const
    for (const [changed, code] of refusals)
      expect(await owner.refused('skus.create', { body: article(changed as never) })).toMatchObject({ code })
    // Sixteen digits are what a member shows.
    const member = { body: article({ barcode: '1234567890123456' }) }
    expect(await owner.refused('skus.create', member)).toMatchObject({ status: 400 })
    const none = { params: { id: randomUUID() }, body: { version: 1 } }
    expect(await owner.refused('skus.update', none)).toMatchObject({ status: 404, code: 'SKU_NOT_FOUND' })
  })

  test('the list finds by kind and state, in the order of the codes', async () => {
    const clerk = await api.as('clerk')
    const rings = await clerk.get('skus.list', { query: { category: 'ring', limit: 100 } })
    expect(rings.items.map(({ sku }) => sku)).toEqual(rings.items.map(({ sku }) => sku).toSorted())
    expect(rings.items.every(({ category }) => category === 'ring')).toBe(true)
    expect(rings.total).toBe(rings.items.length)
    const { id, version } = rings.items.at(-1)!
    await (await api.as('owner')).get('skus.update', { params: { id }, body: { version, active: false } })
    const ended = await clerk.get('skus.list', { query: { state: 'ended' } })
    expect(ended.items.map((item) => item.id)).toContain(id)
  })
})

describe('silver', () => {
  test('a price by weight is the rule’s, in the database as in the contract', async () => {
    for (const [weight_mg, fineness, price_per_g, coefficient_bp, labor_fee, stone_fee] of [
      [2_100, 925, 400, 15_000, 3_000, 500],
      [1, 800, 1, 10_000, 0, 0],
      [1_000_000, 999, 10_000, 100_000, 9_999_999, 9_999_999],
      [12_345, 958, 521, 13_337, 1, 0],
    ] as const) {
      const [row] = await api.db.query<{ price: number }>(
        'select silver_price($1, $2, $3, $4, $5, $6)::bigint as price',
        [weight_mg, fineness, price_per_g, coefficient_bp, labor_fee, stone_fee],
      )
      const terms = { weight_mg, fineness, price_per_g, coefficient_bp, labor_fee, stone_fee }
      expect(silverPrice(terms)).toBe(Number(row?.price))
    }
    // 2.10 g × 0.925 × 400円 × 1.5 = 1,165.5, cut off, and the work and the stone on top.
    expect((await create(article({ by_weight: byWeight }))).price).toBe(1_165 + 3_500)
  })

  test('a rate comes into force by a second person, and every price follows in the same moment', async () => {
    const owner = await api.as('owner')
    const manager = await api.as('manager')
    const piece = await create(article({ price: undefined, by_weight: byWeight }))
    const fixed = await create(article())
    const id = randomUUID()
    const asked = await manager.get('admin.requestSilver', { body: { id, price_per_g: 521 } })
    expect(asked).toMatchObject({ price_per_g: 400, waiting: { id, own: true } })
    expect(asked.changes).toContainEqual({
      id: piece.id,
      sku: piece.sku,
      name: piece.name,
      before: 4_665,
      after: Math.floor(2.1 * 0.925 * 521 * 1.5) + 3_500,
    })
    const second = { body: { id: randomUUID(), price_per_g: 530 } }
    expect(await owner.refused('admin.requestSilver', second)).toMatchObject({
      status: 409,
      code: 'SILVER_RATE_WAITING',
    })
    const decision = { params: { id }, body: { decision: 'approved' as const } }
    expect(await manager.refused('admin.decideSilver', decision)).toMatchObject({ code: 'APPROVAL_OWN' })
    expect(await owner.get('admin.decideSilver', decision)).toMatchObject({ price_per_g: 521, waiting: null })
    expect(await owner.get('admin.decideSilver', decision)).toMatchObject({ price_per_g: 521 })
    const after = await owner.get('skus.show', { params: { id: piece.id } })
    expect(after.price).toBe(5_018)
    expect((await owner.get('skus.show', { params: { id: fixed.id } })).price).toBe(7_700)
    const undone = { params: { id }, body: { decision: 'rejected' as const } }
    expect(await owner.refused('admin.decideSilver', undone)).toMatchObject({ code: 'CONFLICT' })
  })

  test('nobody writes a price beside the rule, nor approves their own rate behind the server', async () => {
    const piece = await create(article({ price: undefined, by_weight: byWeight }))
    const [row] = await api.db.query<{ price: number }>(
      'update skus set price = 1 where id = $1 returning price',
      [piece.id],
    )
    expect(Number(row?.price)).toBe(piece.price)
    await expect(
      api.db.query(
        `insert into silver_rates (id, price_per_g, status, requested_by, requested_at, decided_by, decided_at)
         select gen_random_uuid(), 1, 'approved', user_id, now(), user_id, now() from employees where number = 'E0002'`,
      ),
    ).rejects.toThrow(/silver_rates/)
  })
})

test('in-store numbers carry their check digit', () => {
  expect(inStoreBarcode(1)).toBe('2000000000015')
  expect(isBarcode('2000000000015')).toBe(true)
  expect(isBarcode('2000000000016')).toBe(false)
  expect(isBarcode('49968712')).toBe(true)
})
