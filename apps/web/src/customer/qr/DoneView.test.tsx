import { noTenders } from '@shirogane/domain/sales/tenders'
import type { TransactionDetails } from '@shirogane/contract/resources/shapes'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../shell/queries/query-client.ts'
import { renderScreen } from '../../shared/testing/render-screen.tsx'
import { doneText } from './done-text.ts'
import { DoneView } from './DoneView.tsx'

const payment: TransactionDetails = {
  id: '01a1ff34-4702-7617-818d-de9ed323373a',
  number: '20261121-KNZ1-0007',
  status: 'completed',
  spent_total: 8800,
  received_wallet: 0,
  received_point_total: 160,
  point_amount: 0,
  message: null,
  store: { id: '01a1ff34-4702-7617-818d-de9ed3233701', code: 'KNZ1', name: '金沢本店' },
  employee: null,
  items: [],
  tenders: { ...noTenders, balance: 5000, points: 800, cash: 3000 },
  cash_tendered: 3000,
  change: 0,
  tax: [],
  card: null,
  refunded_total: 0,
  refundable: 8800,
  wallet_after: { balance: 7480, point_balance: 2575 },
  business_date: '2026-11-21',
  created_at: '2026-11-21T05:30:00Z',
  completed_at: '2026-11-21T05:32:00Z',
  related_id: null,
  point_reasons: [],
  item_points: [],
  pending_points: null,
  reward_reasons: [],
  original: null,
  till: null,
  has_receipt: false,
  later_payments: [],
}

const vibrate = vi.fn()
let answer: () => Response

beforeEach(() => {
  vibrate.mockReset()
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { vibrate }))
  vi.stubGlobal('fetch', async () => answer())
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('a payment is felt once, and the focus moves to its heading, which is then read', async () => {
  answer = () => new Response(JSON.stringify(payment), { status: 200 })
  await renderScreen(<DoneView id={payment.id} />)
  const heading = await screen.findByRole('heading', { level: 1, name: doneText.doneTitle })
  expect(document.activeElement).toBe(heading)
  expect(vibrate).toHaveBeenCalledExactlyOnceWith(30)
})

test.each([
  ['wholly', { ...noTenders, later: 8800 }],
  ['in part', { ...noTenders, balance: 5000, points: 800, later: 3000 }],
])('a purchase that was %s deferred is called one, with what is owed until when', async (_name, tenders) => {
  const later = { status: 'open', remaining: tenders.later, due_on: '2026-12-28', overdue: false }
  answer = () => new Response(JSON.stringify({ ...payment, tenders, later }), { status: 200 })
  await renderScreen(<DoneView id={payment.id} />)
  await screen.findByRole('heading', { level: 1, name: '後払いを承りました' })
  expect(screen.queryByText(doneText.doneTitle)).toBeNull()
  const row = (label: string) => screen.getByText(label).parentElement?.textContent
  expect(row('後払い')).toBe(`後払い${tenders.later.toLocaleString('ja-JP')}円`)
  expect(row('お支払期日')).toBe('お支払期日2026/12/28(月)')
  expect(row('取引後の残高')).toBe('取引後の残高7,480円')
})

test('a debt that the code paid is called one, with the balance that is left', async () => {
  const tenders = { ...noTenders, balance: 3000 }
  const paid = { ...payment, type: 'later_payment', spent_total: 3000, tenders }
  answer = () => new Response(JSON.stringify(paid), { status: 200 })
  await renderScreen(<DoneView id={payment.id} />)
  const heading = await screen.findByRole('heading', { level: 1, name: '後払いのお支払いが完了しました' })
  expect(document.activeElement).toBe(heading)
  const row = (label: string) => screen.getByText(label).parentElement?.textContent
  expect(row('残高から')).toBe('残高から3,000円')
  expect(row('支払い後の残高')).toBe('支払い後の残高7,480円')
})

test('an address that names no payment is neither felt nor called done, and has a heading', async () => {
  const body = { error: 'x', code: 'NOT_FOUND', message: 'データが見つかりませんでした。', request_id: 'r' }
  answer = () => new Response(JSON.stringify(body), { status: 404 })
  await renderScreen(<DoneView id={payment.id} />)
  await screen.findByText(doneText.notFound)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(doneText.heading)
  expect(screen.queryByText(doneText.doneTitle)).toBeNull()
  // To look again would find as little, and there are no details of it.
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.queryByText(doneText.detail)).toBeNull()
  expect(vibrate).not.toHaveBeenCalled()
})
