import { randomUUID } from 'node:crypto'
import { sentenceOf } from '@shirogane/contract/wire/errors'
import { QueueFull } from '@shirogane/ledger'
import { fingerprint } from '@shirogane/testkit/asks/fingerprint'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

test('a sale that finds the queue of payments full is sent away for a moment, and pays under the same key afterwards', async () => {
  const clerk = await api.as('clerk')
  const ask = {
    body: { amount: 500, tenders: { cash: 500 } },
    headers: { 'Idempotency-Key': randomUUID() },
  }
  const before = await fingerprint(api.db)
  const full = vi.spyOn(api.server.context.gatherer, 'pay').mockRejectedValue(new QueueFull())
  const { status, headers, body } = await clerk.call('transactions.pay', ask)
  expect({ status, body }).toMatchObject({
    status: 503,
    body: { code: 'OVERLOADED', message: sentenceOf('OVERLOADED') },
  })
  expect(headers.get('Retry-After')).toBe('1')
  expect(await fingerprint(api.db)).toBe(before)
  full.mockRestore()

  const paid = await clerk.call('transactions.pay', ask)
  expect(paid).toMatchObject({ status: 200, body: { status: 'completed' } })
  expect(paid.headers.get('Idempotency-Replayed')).toBeNull()
})
