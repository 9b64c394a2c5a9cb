import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../shell/queries/query-client.ts'
import { renderScreen } from '../../shared/testing/render-screen.tsx'
import '../shared/calls.ts'
import { HistoryView } from './HistoryView.tsx'

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

// A day that was forgotten is closed in the morning, and 9:05 alone would not say of which day.
test.each([
  ['on its day', '2026-11-26T12:40:00Z', '21:40'],
  ['the morning after', '2026-11-27T00:05:00Z', '11/27(金) 09:05'],
])('a close %s says when that was', async (_, closed_at, said) => {
  const close = {
    id: 'one',
    business_date: '2026-11-26',
    z_number: 7,
    revision: 1,
    reopened: null,
    counted: 50_000,
    over_short: 0,
    deposit: 0,
    closed_at,
    employee: { name: '仮名 次郎' },
  }
  vi.stubGlobal('fetch', async () => Response.json({ items: [close], total: 1, page: 1, limit: 20 }))
  await renderScreen(<HistoryView storeId="kanazawa" page={1} onPage={() => {}} onOpen={() => {}} />)
  expect(await screen.findByText(said)).toBeDefined()
})
