import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { LiveHandlers } from '../../realtime/realtime.ts'
import { setHidden } from '../../../shared/device/privacy.ts'
import { payCode } from '../../../customer/qr/code/pay-code.ts'
import { transactionQuery, walletQuery } from '../../queries/queries.ts'
import { queryClient } from '../../queries/query-client.ts'
import { renderScreen } from '../../../shared/testing/render-screen.tsx'
import { holdUpdate } from '../../updates/updates.ts'
import { Live } from './Live.tsx'

const line = vi.hoisted((): { handlers: LiveHandlers | null } => ({ handlers: null }))
vi.mock('../../realtime/realtime.ts', () => ({
  openLive: async (handlers: LiveHandlers) => {
    line.handlers = handlers
    return () => {}
  },
}))
vi.mock('../../session/session.ts', () => ({
  useSession: () => ({ reconnecting: false, auth: { id: 'madoka' } }),
  sessionState: () => ({ affiliate: null }),
  onSession: () => () => {},
  whoIs: () => 'member',
  renewSession: async () => true,
}))
vi.stubGlobal('fetch', async () => new Response('{}', { status: 500 }))

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.useRealTimers()
})

// The specification: the wallet's amount in yen where it is above 0, otherwise the points. The event's own message is
// not shown.
test.each([
  [1_000, 0, null, '招待特典 1,000円を受け取りました'],
  [1_000, 500, 'kyokoさんの招待で1,000円と500ptを受け取りました', '招待特典 1,000円を受け取りました'],
  [0, 1_500, 'kyokoさんの招待で1,500ptを受け取りました', '招待特典 1,500ポイントを受け取りました'],
])('a gift of %i yen and %i points for an invitation (%s) is told by its figures', async (...gift) => {
  const [received_wallet, received_point_total, message, said] = gift
  await renderScreen(<Live />)
  const movement = { id: 'gift', spent_total: 0, received_wallet, received_point_total, message }
  act(() => line.handlers?.newClientTransaction?.(movement as never))
  await screen.findAllByText(said)
  expect(screen.queryByText(/kyoko/)).toBeNull()
})

test('a new balance is said aloud, but not while amounts are hidden', async () => {
  const balance = (yen: number) =>
    act(() => void queryClient.setQueryData(walletQuery().queryKey, { balance: yen } as never))
  balance(1_000)
  await renderScreen(<Live />)
  act(() => setHidden(true))
  balance(2_000)
  act(() => setHidden(false))
  balance(3_000)
  await screen.findByText('残高は3,000円になりました')
  expect(screen.queryByText(/2,000/)).toBeNull()
  act(() => setHidden(true))
  balance(4_000)
  expect(screen.queryByText(/4,000/)).toBeNull()
})

test('a payment takes nobody away from what they are writing: it is told, and shown to whoever is free', async () => {
  const view = await renderScreen(<Live />)
  const transaction = { id: 'paid', items: [], tenders: {} }
  const pay = (id: string) => {
    act(() =>
      line.handlers?.purchaseSuccess?.({
        transaction: { ...transaction, id },
        wallet: null,
        level: null,
        level_up: false,
      } as never),
    )
    act(() =>
      line.handlers?.newClientTransaction?.({ id, spent_total: 700, received_point_total: 7 } as never),
    )
  }
  act(() => holdUpdate(1))
  pay('first')
  await screen.findAllByText(/700円/, {}, { timeout: 30_000 })
  expect(view.address()).toBe('/screen')
  act(() => holdUpdate(-1))
  pay('second')
  await waitFor(() => expect(view.address()).toBe('/qr?view=done&id=second'), { timeout: 30_000 })
})

test('what has paid is spent also where its customer stays with what they write', async () => {
  await renderScreen(<Live />)
  vi.stubGlobal('fetch', async () => new Response('{"token":"T1","code":"1","ttl":300,"issued_at":"at 1"}'))
  await payCode.fetchAhead()
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 500 }))
  expect(payCode.state().code?.token).toBe('T1')
  act(() => holdUpdate(1))
  const transaction = { id: 'held', items: [], tenders: {} }
  const paid = { transaction, wallet: null, level: null, level_up: false }
  act(() => line.handlers?.purchaseSuccess?.(paid as never))
  await waitFor(() => expect(payCode.state()).toMatchObject({ code: null, since: null }))
  act(() => holdUpdate(-1))
})

test('what an event tells of a payment is of now, asked for in full, and in the place of nothing fuller', async () => {
  await renderScreen(<Live />)
  const paid = (id: string) => ({
    transaction: { id, items: [], tenders: {} },
    wallet: null,
    level: null,
    level_up: false,
  })
  const seen = Date.now()
  const stateOf = (id: string) => queryClient.getQueryState(transactionQuery(id).queryKey)
  act(() => line.handlers?.purchaseSuccess?.(paid('one') as never))
  expect(stateOf('one')?.dataUpdatedAt).toBeGreaterThanOrEqual(seen)
  expect(stateOf('one')?.isInvalidated).toBe(true)
  queryClient.setQueryData(transactionQuery('two').queryKey, { id: 'two', has_receipt: true } as never)
  act(() => line.handlers?.purchaseSuccess?.(paid('two') as never))
  expect(stateOf('two')?.data).toMatchObject({ has_receipt: true })
})

// As long as the specification has them stay, written out.
test.each([
  ['the gift for an invitation', 3_000, undefined],
  ['a notification', 5_000, 'notification'],
  ['a refund', 5_000, 'refund'],
])('%s stays for %i milliseconds', async (_, lasts, type) => {
  await renderScreen(<Live />)
  vi.useFakeTimers()
  const isLeaving = () => document.querySelector('[data-toast]')?.classList.contains('leaving')
  const gift = { spent_total: 0, received_wallet: 0, received_point_total: 500 }
  const movement = { id: 'movement', type, ...gift, message: 'お知らせがあります' }
  act(() => line.handlers?.newClientTransaction?.(movement as never))
  act(() => vi.advanceTimersByTime(lasts - 1))
  expect(isLeaving()).toBe(false)
  act(() => vi.advanceTimersByTime(1))
  expect(isLeaving()).toBe(true)
})
