import { randomUUID } from 'node:crypto'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, expect, test } from 'vitest'

let api: TestApi
let earrings: string
let ring: string
beforeAll(async () => {
  api = await startApi()
  const idOf = async (sku: string) =>
    (await api.db.query<{ id: string }>('select id from skus where sku = $1', [sku]))[0]?.id ?? ''
  earrings = await idOf('PE001')
  ring = await idOf('RG001-11')
})
afterAll(() => api.close())

const key = () => ({ 'Idempotency-Key': randomUUID() })
const sold = async () =>
  (
    await (
      await api.as('clerk')
    ).get('transactions.pay', {
      body: {
        items: [
          { sku_id: earrings, quantity: 1 },
          { sku_id: ring, quantity: 1 },
        ],
        tenders: { cash: 14_300 },
      },
      headers: key(),
    })
  ).transaction.id
const refund = async (body: object) => {
  const reply = await (await api.as('manager')).call('transactions.refund', { body, headers: key() })
  const { code, message } = reply.body as { code?: string; message?: string }
  return code === undefined ? 'refunded' : [reply.status, code, message]
}
const refused = [422, 'RETURN_NOT_ALLOWED', '名入れ刻印・サイズ直し・ピアスは返品できません。']

test('articles that touch the skin come back only where the brand is at fault, and others as ever', async () => {
  const transaction_id = await sold()
  expect(await refund({ transaction_id, reason: 'お客さま都合' })).toEqual(refused)
  expect(
    await refund({ transaction_id, items: [{ line: 1, quantity: 1 }], reason: 'サイズ・仕様の違い' }),
  ).toEqual(refused)
  expect(await refund({ transaction_id, items: [{ line: 2, quantity: 1 }], reason: 'お客さま都合' })).toBe(
    'refunded',
  )
  expect(await refund({ transaction_id, items: [{ line: 1, quantity: 1 }], reason: '不良・破損' })).toBe(
    'refunded',
  )
})

test('money alone is no return of articles', async () => {
  expect(await refund({ transaction_id: await sold(), amount: 500, reason: 'お客さま都合' })).toBe('refunded')
})
