import { randomUUID } from 'node:crypto'
import type { Caller } from '@shirogane/testkit/calls/caller'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

let api: TestApi
let clerk: Caller
beforeAll(async () => {
  api = await startApi()
  clerk = await api.as('clerk')
})
afterAll(() => api.close())
afterEach(() => clerk.get('skus.setFavourites', { body: { sku_ids: [] } }))

const tilesOf = async (caller: Caller) =>
  (await caller.get('skus.search', { query: { query: '' } })).items.map(({ sku }) => sku)
const idOf = async (sku: string) =>
  (await api.db.query<{ id: string }>('select id from skus where sku = $1', [sku]))[0]!.id
const lay = async (...skus: string[]) =>
  clerk.get('skus.setFavourites', { body: { sku_ids: await Promise.all(skus.map(idOf)) } })

test('a shop lays out its own tiles in its own order, for all its registers and no other shop', async () => {
  const brand = await tilesOf(clerk)
  const { items } = await lay('PD001', 'CG001')
  expect(items.map(({ sku }) => sku)).toEqual(['PD001', 'CG001'])
  expect(items[0]!.stock).not.toBeNull()
  expect(await tilesOf(await api.as('manager'))).toEqual(['PD001', 'CG001'])
  expect(await tilesOf(await api.as('otherClerk'))).toEqual(brand)
  expect(await tilesOf(await api.as('owner'))).toEqual(brand)
  expect((await lay('CG001', 'PD001', 'CG001')).items.map(({ sku }) => sku)).toEqual(['CG001', 'PD001'])
  expect((await lay()).items.map(({ sku }) => sku)).toEqual(brand)
})

test('an article that ended leaves its tile, and nothing that is not sold gets one', async () => {
  const brand = await tilesOf(clerk)
  await lay('PD001', 'CG001')
  await api.db.query(`update skus set active = false where sku = 'PD001'`)
  expect(await tilesOf(clerk)).toEqual(['CG001'])
  for (const sku_ids of [[await idOf('PD001')], [randomUUID()]])
    expect(await clerk.refused('skus.setFavourites', { body: { sku_ids } })).toMatchObject({
      status: 404,
      code: 'SKU_NOT_FOUND',
    })
  expect(await tilesOf(clerk)).toEqual(['CG001'])
  await api.db.query(`update skus set active = false where sku = 'CG001'`)
  expect(await tilesOf(clerk)).toEqual(brand.filter((sku) => sku !== 'PD001' && sku !== 'CG001'))
  await api.db.query(`update skus set active = true where sku in ('PD001', 'CG001')`)
})

test('there are six places, and registers that lay them out at once leave one of both layouts', async () => {
  const seven = Array.from({ length: 7 }, () => randomUUID())
  expect(await clerk.refused('skus.setFavourites', { body: { sku_ids: seven } })).toMatchObject({
    status: 400,
  })
  await Promise.all(
    Array.from({ length: 8 }, (_, index) => (index % 2 ? lay('PD001', 'CG001') : lay('CG001', 'PD001'))),
  )
  expect((await tilesOf(clerk)).toSorted()).toEqual(['CG001', 'PD001'])
})
