import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const setting = (key: string) => ({ params: { key } })

describe('settings', () => {
  test('that the first screens need are for everybody', async () => {
    expect(await api.nobody.get('admin.setting', setting('store_url'))).toMatchObject({ key: 'store_url' })
    expect(await api.nobody.get('admin.setting', setting('limits'))).toMatchObject({
      value: { pay_once_max: 100_000 },
    })
  })

  test('of the brand are the staff’s, and for everybody else not there', async () => {
    for (const staff of ['owner', 'manager'] as const)
      expect((await (await api.as(staff)).get('admin.setting', setting('demo'))).value).toBe(true)
    for (const caller of [api.nobody, await api.as('hanako')]) {
      expect(await caller.refused('admin.setting', setting('demo'))).toMatchObject({
        status: 404,
        code: 'NOT_FOUND',
      })
    }
  })

  test.each(['nothing', 'Brand', '../brand', 'a'.repeat(65)])('%s is none', async (key) => {
    expect((await api.nobody.refused('admin.setting', setting(key))).status).toBe(404)
  })

  test('a bad token is no token where everybody may read', async () => {
    const reply = await api.nobody.call('admin.setting', {
      ...setting('brand'),
      headers: { Authorization: 'Bearer x.y.z' },
    })
    expect(reply.status).toBe(200)
  })
})

test('banners: those of today, in their order, and the notice above all screens', async () => {
  const own = await startApi()
  await own.db.query(`update banners set published_from = now() - interval '2 hours',
    published_until = now() - interval '1 hour' where position = 1`)
  await own.db.query(`update banners set published_from = now() + interval '1 hour',
    published_until = now() + interval '2 hours' where position = 2`)
  const { notice, items } = await own.nobody.get('admin.banners')
  expect(notice).toContain('メンテナンス')
  expect(items).toHaveLength(3)
  expect(items[0]?.title).toContain('お友だち招待')
  await own.close()
})
