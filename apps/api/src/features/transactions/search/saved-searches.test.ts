import { randomUUID } from 'node:crypto'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, expect, test } from 'vitest'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const filter = (q: string) => ({
  store_id: '',
  date: '2026-11-21',
  until: '',
  amount_from: '1000',
  amount_until: '',
  employee_id: '',
  skus: '',
  q,
})
const kept = (q: string, rest: object = {}) => ({
  body: { id: randomUUID(), name: '', filter: filter(q), count: 3, ...rest },
})

test('a search follows whoever kept it to another register, and is nobody else’s', async () => {
  const clerk = await api.as('clerk')
  await clerk.get('transactions.saveSearch', kept('指輪'))
  const { items } = await clerk.get('transactions.saveSearch', kept('鎖', { name: '　鎖の　会計 ' }))
  expect(items.map(({ name, filter: { q } }) => [name, q])).toEqual([
    ['鎖の　会計', '鎖'],
    ['', '指輪'],
  ])
  const elsewhere = await api.signIn('clerk')
  expect((await elsewhere.get('transactions.savedSearches')).items).toEqual(items)
  const manager = await api.as('manager')
  expect((await manager.get('transactions.savedSearches')).items).toEqual([])
  const params = { id: items[0]!.id }
  const refused = [
    await manager.refused('transactions.renameSearch', { params, body: { name: '店長の' } }),
    await manager.refused('transactions.removeSearch', { params }),
    await manager.refused('transactions.saveSearch', kept('別', { id: items[0]!.id })),
  ]
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 409])
})

test('the same condition is kept once and comes first again, under the name that it had', async () => {
  const clerk = await api.as('otherClerk')
  const [first] = (await clerk.get('transactions.saveSearch', kept('指輪', { name: '朝' }))).items
  api.clock.forward(1_000)
  await clerk.get('transactions.saveSearch', kept('鎖'))
  api.clock.forward(1_000)
  const { items } = await clerk.get('transactions.saveSearch', kept('指輪', { count: 9 }))
  expect(items.map(({ id, name, count }) => [id, name, count])).toEqual([
    [first!.id, '朝', 9],
    [items[1]!.id, '', 3],
  ])
  const renamed = await clerk.get('transactions.renameSearch', {
    params: { id: first!.id },
    body: { name: '夕方' },
  })
  expect(renamed.items[0]!.name).toBe('夕方')
  await clerk.call('transactions.removeSearch', { params: { id: first!.id } })
  expect((await clerk.get('transactions.savedSearches')).items).toHaveLength(1)
})

test('twenty are kept and not one more, however many come at a time; a name has forty letters', async () => {
  const owner = await api.as('owner')
  const replies = await Promise.all(
    Array.from({ length: 24 }, (_, index) => owner.call('transactions.saveSearch', kept(`${index}`))),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(20)
  const refused = replies.filter(({ status }) => status !== 200)
  for (const { status, body } of refused) {
    expect({ status, body }).toMatchObject({
      status: 409,
      body: {
        code: 'SAVED_SEARCH_LIMIT',
        error: '保存できる検索は20件までです。使わない検索を削除してください。',
      },
    })
  }
  const { items } = await owner.get('transactions.savedSearches')
  expect(items).toHaveLength(20)
  const rename = (name: string) =>
    owner.call('transactions.renameSearch', { params: { id: items[0]!.id }, body: { name } })
  expect((await rename('名'.repeat(40))).status).toBe(200)
  expect((await rename('名'.repeat(41))).status).toBe(400)
  expect((await rename('　')).status).toBe(400)
})
