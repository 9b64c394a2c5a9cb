import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import '../../shared/payouts/reward-calls.ts'
import { payoutMethodsQuery } from '../../shared/payouts/accounts.ts'
import { queryClient } from '../../../shell/queries/query-client.ts'
import { renderScreen } from '../../../shared/testing/render-screen.tsx'
import { pricingQuery } from './payout-queries.ts'
import { PayoutConfirm } from './PayoutSteps.tsx'
import { text } from './payout-text.ts'

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a payout that fails is told to its reader, and logged without its amount or account', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const body = { code: 'INTERNAL_ERROR', message: '山田花子さんの口座', request_id: 'request-7' }
  vi.stubGlobal('fetch', async () => Response.json(body, { status: 500 }))
  const data = {
    bank_name: 'テスト銀行',
    branch_name: '本店',
    account_type: 'ordinary',
    account_number: '****567',
  }
  queryClient.setQueryData(pricingQuery().queryKey, {
    fee: 0,
    value_date: '2026-12-01',
    withholding: null,
  } as never)
  queryClient.setQueryData(payoutMethodsQuery().queryKey, { items: [{ id: 'account', data }] } as never)
  await renderScreen(<PayoutConfirm amount={15_500} method="account" />)
  fireEvent.click(await screen.findByRole('button', { name: text.submit }))
  await screen.findByText(text.unclear)
  expect(logged.mock.calls).toEqual([['transactions.payout', 'INTERNAL_ERROR', 'request-7']])
})

test('a payout that is looked at over the cut-off goes with the next run, and says so', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.parse('2026-11-30T14:59:30Z') })
  vi.stubGlobal('fetch', async (address: string) => {
    if (!address.includes('pricing')) return Response.json({ items: [] })
    const isOver = Date.now() >= Date.parse('2026-11-30T15:00:00Z')
    return Response.json({
      fee: 0,
      value_date: isOver ? '2026-12-11' : '2026-12-04',
      withholding: null,
    })
  })
  await renderScreen(<PayoutConfirm amount={15_500} method="account" />)
  await screen.findByText('2026/12/04(金)')
  await act(() => vi.advanceTimersByTimeAsync(61_000))
  await screen.findByText('2026/12/11(金)')
})
