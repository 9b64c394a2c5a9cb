import { payCodeDigits } from '@shirogane/contract/inputs/pay-code'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../shell/queries/query-client.ts'
import { renderScreen } from '../../../shared/testing/render-screen.tsx'
import '../../shared/calls.ts'
import { CollectSheet } from './CollectSheet.tsx'
import { DeferredList } from './DeferredScreen.tsx'
import { deferredListQuery } from './queries.ts'
import { text } from './text.ts'

vi.mock('./LimitAndNotes.tsx', () => ({ LimitAndNotes: () => null }))
let scan: (code: string) => void
vi.mock('../../shared/scanner/use-scanner.ts', () => ({
  useScanner: ({ onScan }: { onScan: (code: string) => void }) => {
    scan = onScan
  },
}))

beforeEach(() => void vi.stubGlobal('fetch', async () => new Response('{}', { status: 503 })))
afterEach(() => {
  cleanup()
  queryClient.clear()
})

const debtor = (name: string, total: number, due_on: string) => ({
  user: { id: name, name, username: name },
  transactions: [{ amount: total }],
  total,
  due_on,
  overdue: false,
  days_late: 0,
  limit: 100_000,
  last_note: null,
})

async function show() {
  const nothing = { not_due: 0, late_30: 0, late_60: 0, late_more: 0 }
  queryClient.setQueryData(deferredListQuery(null).queryKey, {
    items: [
      debtor('hanako', 3_000, '2026-12-01'),
      debtor('kyoko', 12_000, '2026-11-20'),
      debtor('madoka', 900, '2027-01-05'),
    ],
    sums: { total: 15_900, overdue: 0, customers: 3, ageing: nothing },
    today: null,
    write_off_days: 90,
  } as never)
  return renderScreen(<DeferredList registerId={null} />, '/screen?tab=home')
}
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('b')?.textContent)
const order = (head: string) => screen.getByRole('columnheader', { name: head }).getAttribute('aria-sort')
const press = (head: string) => fireEvent.click(screen.getByRole('button', { name: head }))

test('those who owe stand as the server sends them until somebody sorts them by a figure or a day', async () => {
  await show()
  expect(names()).toEqual(['hanako', 'kyoko', 'madoka'])
  expect(order('残り')).toBe('none')
  press('残り')
  expect(names()).toEqual(['kyoko', 'hanako', 'madoka'])
  expect(order('残り')).toBe('descending')
  press('残り')
  expect(names()).toEqual(['madoka', 'hanako', 'kyoko'])
  expect(order('残り')).toBe('ascending')
  press('期限')
  expect(names()).toEqual(['madoka', 'hanako', 'kyoko'])
  expect([order('残り'), order('期限')]).toEqual(['none', 'descending'])
})

test('a column of words cannot be sorted, and says so', async () => {
  await show()
  expect(order('会員')).toBeNull()
  expect(screen.queryByRole('button', { name: '会員' })).toBeNull()
})

test('a customer who was opened and closed again is not opened by a step back', async () => {
  const view = await show()
  const isAt = (address: string) => waitFor(() => expect(view.address()).toBe(address))
  await view.go('/screen?tab=later')
  fireEvent.click(screen.getByRole('button', { name: /^kyoko/ }))
  await isAt('/screen?tab=later&id=kyoko')
  fireEvent.click(await screen.findByRole('button', { name: '閉じる' }))
  await isAt('/screen?tab=later')
  view.back()
  await isAt('/screen?tab=home')
})

test('one who was opened by a link is closed in the place of it', async () => {
  const view = await show()
  await view.go('/screen?tab=later&id=kyoko', { replace: true })
  fireEvent.click(await screen.findByRole('button', { name: '閉じる' }))
  await waitFor(() => expect(view.address()).toBe('/screen?tab=later'))
})

test('a code that is read while a payment is under way makes no second one of it', async () => {
  const sent: [key: string | null, tender: string][] = []
  let answer!: (response: Response) => void
  vi.stubGlobal('fetch', (_: string, { headers, body }: { headers: HeadersInit; body?: string }) => {
    if (body === undefined) return new Promise(() => {})
    const { tender } = JSON.parse(body) as { tender: string }
    sent.push([new Headers(headers).get('Idempotency-Key'), tender])
    return new Promise((resolve) => (answer = resolve))
  })
  queryClient.setQueryData(deferredListQuery('hanako').queryKey, {
    items: [{ ...debtor('hanako', 3_000, '2026-12-01'), transactions: [] }],
    write_off_days: 90,
  } as never)
  await renderScreen(
    <CollectSheet userId="hanako" registerId="one" onCollected={() => {}} onClose={() => {}} />,
  )
  const collect = () => fireEvent.click(screen.getByRole('button', { name: text.collect }))
  collect()
  await waitFor(() => expect(sent).toHaveLength(1))
  act(() => scan(payCodeDigits('453914880343646')))
  await act(async () => answer(new Response('', { status: 502 })))
  await screen.findByText(text.unknown)
  collect()
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toEqual(sent[0])
})
