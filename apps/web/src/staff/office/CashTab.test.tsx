import { act, cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../shell/queries/query-client.ts'
import { renderScreen } from '../../shared/testing/render-screen.tsx'
import '../shared/calls.ts'
import { CashTab } from './CashTab.tsx'
import { text } from './text.ts'

// What comes a moment later comes much later on a busy machine.
configure({ asyncUtilTimeout: 30_000 })

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function serve(): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    const { searchParams } = new URL(address, 'http://office')
    const period = {
      from: searchParams.get('from') ?? '2026-11-18',
      until: searchParams.get('until') ?? '2026-11-24',
    }
    asked.push(`${period.from} ${period.until}`)
    return Response.json({ ...period, identity_over: 2_000_000, watch_over: 1_500_000, checks: [], days: [] })
  })
  return asked
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

test('the period of the large sums in cash is in the address', async () => {
  const asked = serve()
  const { address } = await renderScreen(<CashTab />, '/admin?tab=cash', '/admin')
  await waitFor(() => expect(field(text.cashFrom).value).toBe('2026-11-18'))
  fireEvent.change(field(text.cashFrom), { target: { value: '2026-11-01' } })
  await waitFor(() => expect(asked).toContain('2026-11-01 2026-11-24'))
  expect(address()).toBe('/admin?tab=cash&from=2026-11-01&until=2026-11-24')
  cleanup()
  queryClient.clear()
  await renderScreen(<CashTab />, address(), '/admin')
  expect(field(text.cashFrom).value).toBe('2026-11-01')
  expect(field(text.cashUntil).value).toBe('2026-11-24')
  await screen.findByText(text.daysEmpty)
})

test('half a year asks for nothing, and stays in its field', async () => {
  const asked = serve()
  await renderScreen(<CashTab />, '/admin?tab=cash&from=2026-11-01&until=2026-11-24', '/admin')
  await screen.findByText(text.daysEmpty)
  act(() => field(text.cashFrom).focus())
  for (const year of ['0002', '0020', '0202', '2025']) {
    fireEvent.change(field(text.cashFrom), { target: { value: `${year}-11-24` } })
    expect(field(text.cashFrom).value).toBe(`${year}-11-24`)
  }
  await waitFor(() => expect(asked).toEqual(['2026-11-01 2026-11-24', '2025-11-24 2026-11-24']))
})
