// After a way back to an earlier moment: registers ask which of the movements that they were told of the books do not have.
import { randomUUID } from 'node:crypto'
import { limits } from '@shirogane/contract/rules/limits'
import type { Caller } from '@shirogane/testkit/calls/caller'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, expect, test } from 'vitest'

let api: TestApi
let clerk: Caller
beforeAll(async () => {
  api = await startApi()
  clerk = await api.as('clerk')
})
afterAll(() => api.close())

const sell = async () =>
  (
    await clerk.get('transactions.pay', {
      body: { amount: 1_100, tenders: { cash: 1_100 }, expected_total: 1_100 },
      headers: { 'Idempotency-Key': randomUUID() },
    })
  ).transaction

test('of what a register names, what no books have is missing, in the order in which it was named', async () => {
  const transaction = await sell()
  const [one, other] = [randomUUID(), randomUUID()]
  const ask = (ids: string[]) => clerk.get('transactions.missing', { body: { ids } })
  expect(await ask([other, transaction.id, one])).toEqual({ missing: [other, one] })
  expect(await ask([transaction.id])).toEqual({ missing: [] })
  // Another shop's is no loss.
  const elsewhere = await api.as('otherClerk')
  expect(await elsewhere.get('transactions.missing', { body: { ids: [transaction.id] } })).toEqual({
    missing: [],
  })
})

test.each([
  ['none', []],
  ['too many', Array.from({ length: limits.journalBatch + 1 }, () => randomUUID())],
  ['what is no id', ['1']],
])('%s is refused', async (_, ids) => {
  expect(await clerk.refused('transactions.missing', { body: { ids } })).toMatchObject({
    status: 400,
    code: 'VALIDATION_ERROR',
  })
})

test('a register is told of the way back for as long as it remembers', async () => {
  const restored_at = async () => (await clerk.get('transactions.registerTerms')).restored_at
  expect(await restored_at()).toBeNull()
  const before = await sell()
  await api.db.query('select ledger.note_restore(gen_random_uuid(), null)')
  const [check] = await api.db.query<{ at: Date }>('select checked_at as at from book_checks')
  expect(await restored_at()).toBe(check!.at.toISOString())
  // No number of a slip that was printed before the restore is given again.
  const placeOf = (number: string) => Number(number.split('-').at(-1))
  expect(placeOf((await sell()).number)).toBeGreaterThan(placeOf(before.number) + 1_000)
  await api.db.query(
    `create or replace function ledger.now() returns timestamptz language sql stable parallel safe
     return transaction_timestamp() + make_interval(days => ${limits.journalDays}, mins => 1)`,
  )
  expect(await restored_at()).toBeNull()
})
