import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, expect, test } from 'vitest'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

test('a brand that has named no online store leads nobody anywhere, signed in or not', async () => {
  await api.db.query(`delete from settings where key = 'store_url'`)
  const none = { status: 503, code: 'STORE_UNAVAILABLE' }
  expect(await (await api.as('hanako')).refused('auth.handoff')).toMatchObject(none)
  expect(await api.nobody.refused('auth.handoffOnlineStore')).toMatchObject(none)
})
