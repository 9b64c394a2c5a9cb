import { randomUUID } from 'node:crypto'
import { periodText } from '@shirogane/receipt/statement-words'
import type { Caller } from '@shirogane/testkit/calls/caller'
import { giveRewards, letBePaid, meanwhile, passCutoff, requestPayout } from '@shirogane/testkit/acts/payouts'
import { confirmRewards, prove } from '@shirogane/testkit/acts/rewards'
import { sell } from '@shirogane/testkit/acts/sale'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, expect, test } from 'vitest'

let api: TestApi
let takasaki: Caller
let yoko: Caller
beforeAll(async () => {
  api = await startApi()
  ;[takasaki, yoko] = [await api.as('takasaki'), await api.as('yoko')]
  await letBePaid(api, takasaki)
})
afterAll(() => api.close())

/** As if what was earned last had been sold on that day. */
const soldOn = (date: string) =>
  meanwhile(
    api,
    `update ledger.rewards set sold_on = '${date}' where transaction_id = (
       select transaction_id from ledger.rewards where affiliator_id = '${takasaki.user_id}'
       order by earned_at desc limit 1)`,
  )
async function earn(amount: number, date: string): Promise<void> {
  await giveRewards(api, takasaki, yoko, amount)
  await soldOn(date)
}
async function paidOut(amount: number): Promise<string> {
  const { id } = await requestPayout(api, takasaki, amount)
  const [accountant, owner] = [await api.as('accountant'), await api.as('owner')]
  await accountant.get('admin.approvePayouts', { body: { ids: [id] } })
  await passCutoff(api)
  await owner.get('admin.exportPayouts')
  await accountant.get('admin.settlePayout', { params: { id }, body: { outcome: 'paid' } })
  return id
}
const periodOf = async (id: string) =>
  (await takasaki.get('transactions.payoutStatement', { params: { id } })).period

test('a statement names the days of the sales that it pays for, the oldest first, and ever after', async () => {
  await earn(2_000, '2025-11-01')
  await earn(3_000, '2025-11-15')
  const first = await paidOut(3_000)
  expect(await periodOf(first)).toEqual({ from: '2025-11-01', until: '2025-11-15' })

  // What was taken back paid for nothing.
  const { id } = await requestPayout(api, takasaki, 1_000)
  await takasaki.get('transactions.cancelPayout', { params: { id } })
  await earn(1_000, '2025-12-03')
  const second = await paidOut(1_500)
  expect(await periodOf(second)).toEqual({ from: '2025-11-15', until: '2025-11-15' })
  expect(await periodOf(await paidOut(1_500))).toEqual({ from: '2025-11-15', until: '2025-12-03' })
  expect(await periodOf(first)).toEqual({ from: '2025-11-01', until: '2025-11-15' })
  expect(await periodOf(second)).toEqual({ from: '2025-11-15', until: '2025-11-15' })
  const pdf = await takasaki.call('transactions.payoutStatementPdf', { params: { id: first } })
  expect(pdf.status).toBe(200)
})

test('what is claimed as balance is of the days of its own sales', async () => {
  await sell(await api.as('clerk'), yoko, { amount: 12_000, tenders: { cash: 12_000 } })
  await soldOn('2025-12-08')
  await confirmRewards(api)
  await prove(api, takasaki, 'reward')
  const { id } = await takasaki.get('rewards.claim', {
    params: { id: takasaki.user_id },
    body: { method: 'wallet' },
    headers: { 'Idempotency-Key': randomUUID() },
  })
  expect(await periodOf(id)).toEqual({ from: '2025-12-08', until: '2025-12-08' })
})

test('a period is written out once for what both its ends share', () => {
  expect(periodText({ from: '2026-11-01', until: '2026-11-15' })).toBe('2026年11月1日〜11月15日')
  expect(periodText({ from: '2026-12-28', until: '2027-01-05' })).toBe('2026年12月28日〜2027年1月5日')
  expect(periodText({ from: '2026-11-01', until: '2026-11-01' })).toBe('2026年11月1日')
})
