import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { foldForSearch } from '@shirogane/contract/rules/fold'
import { patternsOf } from './rules.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const find = async (query: string) =>
  (await (await api.as('clerk')).get('skus.search', { query: { query } })).items

describe('works', () => {
  test('an empty search shows the quick items in their order', async () => {
    const items = await find('')
    expect(items.length).toBeGreaterThan(3)
    expect(items[0]).toMatchObject({ sku: 'RG001-11', price: 8_800, tax_rate: 1_000, active: true })
    expect(await find('   ')).toEqual(items)
  })

  test.each([
    ['ペンダント', 'PD001'],
    ['ﾍﾟﾝﾀﾞﾝﾄ', 'PD001'],
    ['ぺんだんと', 'PD001'],
    ['三日月　ぺんだんと', 'PD001'],
    ['pd001', 'PD001'],
    ['ＰＤ００１', 'PD001'],
    ['2000000000015', 'RG001-11'],
    ['２００００００００００１５', 'RG001-11'],
  ])('%s finds %s', async (query, sku) => {
    expect((await find(query)).map((item) => item.sku)).toContain(sku)
  })

  test('an exact code stands before everything that merely contains it', async () => {
    expect((await find('PE001'))[0]?.sku).toBe('PE001')
  })

  test('signs that a database reads as wildcards stand for themselves', async () => {
    for (const query of ['%', '_', '\\', "' or 1=1 --", '%%%']) expect(await find(query)).toEqual([])
  })

  test('what is not sold any more is found, as that, behind the rest', async () => {
    await api.db.query(`update skus set active = false where sku = 'PD001'`)
    const items = await find('ペンダント')
    expect(items.at(-1)).toMatchObject({ sku: 'PD001', active: false })
    expect((await find('')).map(({ sku }) => sku)).not.toContain('PD001')
  })
})

test('refuses a search longer than a hundred letters', async () => {
  const clerk = await api.as('clerk')
  expect(await clerk.refused('skus.search', { query: { query: 'x'.repeat(101) } })).toMatchObject({
    status: 400,
    fields: { query: '100文字以内で入力してください。' },
  })
})

test('folding meets what the catalogue keeps', () => {
  expect(foldForSearch(' Ｓｉｌｖｅｒ　すぷーん ')).toBe('silver スプーン')
  expect(patternsOf('50% _a\\b')).toEqual(['%50\\%%', '%\\_a\\\\b%'])
  expect(patternsOf('a b c d e f g h i j')).toHaveLength(8)
})
