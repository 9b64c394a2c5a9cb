import { noTenders } from '@shirogane/domain/sales/tenders'
import type { RefundPreview } from '@shirogane/contract/resources/sales/refunds'
import { act, cleanup, configure, fireEvent, renderHook, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { queryClient } from '../../../shell/queries/query-client.ts'
import { renderScreen } from '../../../shared/testing/render-screen.tsx'
import '../../shared/calls.ts'
import { openDrawer } from './drawer.ts'
import { CollectSheet } from '../deferred/CollectSheet.tsx'
import { text as deferredText } from '../deferred/text.ts'
import { useReturn } from '../refund/use-return.ts'
import type { SaleMachine } from '../machine/sale-machine.ts'
import type { Phase } from '../machine/sale-state.ts'
import { useStandby } from '../layout/use-standby.ts'

// What comes a moment later comes much later on a busy machine.
configure({ asyncUtilTimeout: 30_000 })
vi.mock('./drawer.ts', () => ({ openDrawer: vi.fn(async () => true) }))
vi.mock('../deferred/LimitAndNotes.tsx', () => ({ LimitAndNotes: () => null }))

let answer: unknown
let headers: Record<string, string>
beforeEach(() => {
  headers = {}
  vi.stubGlobal('fetch', async (address: string) =>
    address.includes('user/later?')
      ? Response.json({ items: [debtor], write_off_days: 90 })
      : Response.json(answer, { headers }),
  )
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.mocked(openDrawer).mockClear()
  vi.unstubAllGlobals()
})

const debtor = { user: { id: 'hanako', name: '例示 花子' }, total: 3_000, transactions: [] }
const ways = noTenders
const refundOf = (cash: number) => ({
  id: 'refund',
  tenders: ways,
  refund: { back: { points: 0 }, balance_paid: 3_000 - cash, balance_bonus: 0, cash, card: 0, later: 0 },
})

describe('the drawer opens by itself', () => {
  const machine = { held: { sendAll: async () => {} } } as unknown as SaleMachine
  const completing: Phase = { name: 'completing', is_overdue: false, is_asking: false, confirming: null }
  const done = (cash: number) =>
    ({
      name: 'done',
      result: { transaction: { tenders: { ...ways, cash } } },
      rank_up: null,
    }) as unknown as Phase
  const through = (phases: Phase[]) => {
    const { rerender } = renderHook(({ phase }) => useStandby(machine, { isCutOff: false, phase }), {
      initialProps: { phase: { name: 'editing' } as Phase },
    })
    for (const phase of phases) rerender({ phase })
    return vi.mocked(openDrawer).mock.calls.length
  }

  test('once where a sale was paid in cash, also while its answer was late', () => {
    expect(through([completing, { ...completing, is_overdue: true }, done(5_000), done(5_000)])).toBe(1)
  })

  test('for the next sale again', () => {
    expect(through([completing, done(5_000), { name: 'editing' }, completing, done(800)])).toBe(2)
  })

  test('not where nothing of it was cash, and not where a reload finds the finished sale again', () => {
    expect(through([completing, done(0)])).toBe(0)
    expect(through([{ name: 'recovering', is_overdue: false }, done(5_000)])).toBe(0)
  })

  test.each([
    [3_000, 1],
    [0, 0],
  ])('for a refund of which %i yen are cash: %i', async (cash, times) => {
    const whole = { transaction_id: 'sale', lines: [], total: 3_000 } as unknown as RefundPreview
    function Page() {
      const back = useReturn(whole, 'register-1', () => {})
      return <button onClick={() => void back.give()}>返金する</button>
    }
    answer = refundOf(cash)
    const view = await renderScreen(<Page />)
    fireEvent.click(screen.getByRole('button'))
    await waitFor(() => expect(view.address()).toContain('/admin/register'))
    expect(openDrawer).toHaveBeenCalledTimes(times)
  })

  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  test.each([
    ['for what is paid in cash of a debt', null, 1],
    ['also where it is asked for again after a lost answer', minutesAgo(1), 1],
    ['and not for what was paid long before', minutesAgo(60), 0],
  ])('%s', async (_, before, times) => {
    answer = {
      id: 'paid',
      spent_total: 3_000,
      cash_tendered: 3_000,
      change: 0,
      created_at: before ?? minutesAgo(0),
      completed_at: before,
    }
    if (before !== null) headers['Idempotency-Replayed'] = 'true'
    await renderScreen(
      <CollectSheet userId="hanako" registerId="register-1" onCollected={() => {}} onClose={() => {}} />,
    )
    const collect = await screen.findByRole('button', { name: deferredText.collect })
    await act(async () => fireEvent.click(collect))
    await screen.findByText(deferredText.done)
    expect(openDrawer).toHaveBeenCalledTimes(times)
  })
})
