import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

describe('the list of staff', () => {
  test('shows a clerk the names of their own store, and nothing of anybody’s rights', async () => {
    const { items, total } = await (await api.as('clerk')).get('admin.staffList')
    expect(items.map(({ number, name, details }) => [number, name, details])).toEqual([
      ['E0002', '例田 花子', null],
      ['E0003', '仮名 次郎', null],
    ])
    expect(total).toBe(2)
  })

  test('shows a manager the rights and the last use of their own store alone', async () => {
    await api.as('clerk')
    const { items } = await (await api.as('manager')).get('admin.staffList')
    expect(items.map(({ details }) => details?.type)).toEqual(['manager', 'register'])
    expect(items[1]?.details).toMatchObject({ active: true, store_name: expect.stringContaining('金沢') })
    expect(items[1]?.details?.last_used_at).not.toBeNull()
    const [elsewhere] = await api.db.query<{ id: string }>(`select id from stores where code = 'KRM1'`)
    for (const name of ['clerk', 'manager'] as const)
      expect(
        await (await api.as(name)).refused('admin.staffList', { query: { store_id: elsewhere!.id } }),
      ).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })

  test('shows head office everybody, by store, name and number, the stopped ones apart', async () => {
    const owner = await api.as('owner')
    expect((await owner.get('admin.staffList')).total).toBe(8)
    const of = async (query: Record<string, string | number>) =>
      (await owner.get('admin.staffList', { query })).items.map(({ number }) => number)
    expect(await of({ q: '例田花' })).toEqual(['E0002'])
    expect(await of({ q: 'ｅ０００７' })).toEqual(['E0007'])
    expect(await of({ q: '%' })).toEqual([])
    expect(await of({ page: 2, limit: 3 })).toEqual(['E0004', 'E0005', 'E0006'])
    await api.db.query(`update employees set active = false where number = 'E0006'`)
    expect(await of({ state: 'stopped' })).toEqual(['E0006'])
    expect(await of({})).not.toContain('E0006')
  })
})
