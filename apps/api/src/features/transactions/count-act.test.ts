import { randomUUID } from 'node:crypto'
import { limits } from '@shirogane/contract/limits'
import type { Caller } from '@shirogane/testkit/caller'
import { castPassword } from '@shirogane/testkit/database'
import { sell } from '@shirogane/testkit/sale'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, expect, test } from 'vitest'

let api: TestApi
let clerk: Caller
let manager: Caller
beforeAll(async () => {
  api = await startApi({ env: { RATE_LIMITS: 'on' } })
  // All of it within one hour of the clock.
  api.clock.forward(3_600_000 - (api.clock.now().getTime() % 3_600_000))
  clerk = await api.signIn('clerk')
  manager = await api.signIn('manager')
})
afterAll(() => api.close())

const under = (key: string) => ({ headers: { 'Idempotency-Key': key } })
const keys = (count: number) => Array.from({ length: count }, () => randomUUID())
const tooMany = { status: 429, code: 'RATE_LIMITED' }

test('so many corrections an hour are what one person makes, and a repeat is answered and not counted', async () => {
  const { id } = (await sell(clerk, null, { amount: 100, tenders: { cash: 100 } })).transaction
  const ask = (key: string, cash: number) => ({
    body: {
      transaction_id: id,
      correction: { reason: 'カード端末の伝票と照合', tenders: { cash, card: 100 - cash } },
    },
    ...under(key),
  })
  const made = keys(limits.correctionsPerHour)
  for (const [nth, key] of made.entries()) {
    await manager.get('transactions.payUpdate', ask(key, nth))
    const again = await manager.call('transactions.payUpdate', ask(key, nth))
    expect(again.headers.get('Idempotency-Replayed')).toBe('true')
  }
  expect(await manager.refused('transactions.payUpdate', ask(randomUUID(), 100))).toMatchObject(tooMany)
  const again = await manager.call('transactions.payUpdate', ask(made[0]!, 0))
  expect([again.status, again.headers.get('Idempotency-Replayed')]).toEqual([200, 'true'])
})

test('points handed over and taken back count together, and a repeat of either is answered and not counted', async () => {
  const hanako = await api.signIn('hanako')
  await sell(clerk, hanako, { amount: 100, tenders: { cash: 100 } })
  const hand = (key: string) => ({
    body: { to: hanako.user_id, points: 1, reason: 'お詫び' },
    ...under(key),
  })
  const handed = keys(limits.handedPerHour - 1)
  let last = ''
  for (const key of handed) {
    last = (await manager.get('transactions.transferPoint', hand(key))).id
    await manager.get('transactions.transferPoint', hand(key))
  }
  const back = {
    params: { id: last },
    body: { employee_id: 'E0002', password: castPassword },
    ...under(randomUUID()),
  }
  await manager.get('transactions.delete', back)
  expect(await manager.refused('transactions.transferPoint', hand(randomUUID()))).toMatchObject(tooMany)
  for (const again of [
    await manager.call('transactions.delete', back),
    await manager.call('transactions.transferPoint', hand(handed[0]!)),
  ])
    expect([again.status, again.headers.get('Idempotency-Replayed')]).toEqual([200, 'true'])
})
