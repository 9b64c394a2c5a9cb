import { randomUUID } from 'node:crypto'
import { limits } from '@shirogane/contract/rules/limits'
import type { Caller } from '@shirogane/testkit/calls/caller'
import { castPassword } from '@shirogane/testkit/database'
import { grantPoints } from '@shirogane/testkit/acts/funds'
import { sell } from '@shirogane/testkit/acts/sale'
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
  const grant = (key: string) => ({
    body: { to: hanako.user_id, points: 1, reason: 'お詫び' },
    ...under(key),
  })
  const granted = keys(limits.grantsPerHour - 1)
  let last = ''
  for (const key of granted) {
    last = (await manager.get('transactions.transferPoint', grant(key))).id
    await manager.get('transactions.transferPoint', grant(key))
  }
  const back = {
    params: { id: last },
    body: { employee_id: 'E0002', password: castPassword },
    ...under(randomUUID()),
  }
  await manager.get('transactions.delete', back)
  expect(await manager.refused('transactions.transferPoint', grant(randomUUID()))).toMatchObject(tooMany)
  for (const again of [
    await manager.call('transactions.delete', back),
    await manager.call('transactions.transferPoint', grant(granted[0]!)),
  ])
    expect([again.status, again.headers.get('Idempotency-Replayed')]).toEqual([200, 'true'])
})

test('points made balance count where something moved alone: neither a repeat, nor a refusal, nor the round before a proof', async () => {
  // All of it within one day of the clock.
  api.clock.forward(86_400_000 - (api.clock.now().getTime() % 86_400_000))
  const kyoko = await api.signIn('kyoko')
  await grantPoints(api.db, kyoko.user_id, 30_000)
  const ask = (key: string, amount: number = 100) => ({ body: { amount }, ...under(key) })
  const made = keys(limits.convertsPerDay)
  for (const key of made) {
    expect(await kyoko.refused('transactions.convert', ask(randomUUID(), 150))).toMatchObject({
      code: 'CONVERT_UNIT',
    })
    expect(await kyoko.refused('transactions.convert', ask(randomUUID(), 10_100))).toMatchObject({
      code: 'STEP_UP_REQUIRED',
    })
    await kyoko.get('transactions.convert', ask(key))
    const again = await kyoko.call('transactions.convert', ask(key))
    expect(again.headers.get('Idempotency-Replayed')).toBe('true')
  }
  expect(await kyoko.refused('transactions.convert', ask(randomUUID()))).toMatchObject(tooMany)
  const again = await kyoko.call('transactions.convert', ask(made[0]!))
  expect([again.status, again.headers.get('Idempotency-Replayed')]).toEqual([200, 'true'])
})

test('claims and cash-outs of rewards that are refused do not count, and a full number refuses the next', async () => {
  const kyoko = await api.signIn('kyoko')
  const claim = (key: string) => ({
    params: { id: kyoko.user_id },
    body: { method: 'wallet' },
    ...under(key),
  })
  for (const key of keys(limits.rewardClaimsPerDay + 1))
    expect((await kyoko.call('rewards.claim', claim(key))).status).not.toBe(429)
  for (const key of keys(limits.payoutsPerHour + 1))
    expect((await kyoko.call('transactions.payout', { body: { amount: 1 }, ...under(key) })).status).not.toBe(
      429,
    )
  const [key = ''] = keys(1)
  await api.db.query(
    `insert into rate_limits (bucket, window_start, hits)
     select b || $1, to_timestamp(extract(epoch from $2::timestamptz)::bigint / w * w), 100
     from (values ('reward:', 86400), ('payout:', 3600)) x (b, w)
     on conflict (bucket, window_start) do update set hits = 100`,
    [kyoko.user_id, api.clock.now()],
  )
  expect(await kyoko.refused('rewards.claim', claim(key))).toMatchObject(tooMany)
  expect(
    await kyoko.refused('transactions.payout', { body: { amount: 1_000 }, ...under(key) }),
  ).toMatchObject(tooMany)
})
