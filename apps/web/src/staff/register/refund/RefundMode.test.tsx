import { noTenders } from '@shirogane/domain/sales/tenders'
import type { RefundPreview } from '@shirogane/contract/resources/sales/refunds'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../shell/queries/query-client.ts'
import { renderScreen } from '../../../shared/testing/render-screen.tsx'
import '../../shared/calls.ts'
import { cup } from '../machine/fake-server.ts'
import { ExchangeSheet } from './ExchangeSheet.tsx'
import { RefundMode } from './RefundMode.tsx'
import { text } from './text.ts'

let scan: (code: string) => void
vi.mock('../../shared/scanner/use-scanner.ts', () => ({
  useScanner: ({ onScan }: { onScan: (code: string) => void }) => {
    scan = onScan
  },
}))

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const plan = {
  transaction_id: 'sale',
  total: 1_000,
  refund: { ...noTenders, cash: 1_000, balance_paid: 0, balance_bonus: 0 },
} as unknown as RefundPreview

test('that an article is none stays to be read when one comes late that was read before it', async () => {
  const answers = new Map<string, (items: unknown[]) => void>()
  vi.stubGlobal(
    'fetch',
    (address: string) =>
      new Promise<Response>((resolve) => {
        const code = new URL(address, 'http://shop').searchParams.get('query') ?? ''
        answers.set(code, (items) => resolve(Response.json({ items, total: 1, page: 1, limit: 20 })))
      }),
  )
  await renderScreen(
    <ExchangeSheet
      plan={plan}
      giveBack={{} as never}
      registerId="one"
      onClose={() => {}}
      onRefused={() => {}}
    />,
  )
  act(() => scan(cup.barcode))
  act(() => scan('2999999999999'))
  await waitFor(() =>
    expect([...answers.keys()]).toEqual(expect.arrayContaining([cup.barcode, '2999999999999'])),
  )
  await act(async () => answers.get('2999999999999')!([]))
  await screen.findByText(text.exchangeUnknown)
  await act(async () => answers.get(cup.barcode)!([cup]))
  await screen.findByText(cup.name)
  expect(screen.getByText(text.exchangeUnknown)).toBeDefined()
})

test('whoever chooses another sale comes back to the list, and with another step back to where they were before', async () => {
  vi.stubGlobal('fetch', async (address: string) => {
    if (!address.includes('/search'))
      return Response.json({ code: 'TXN_NOT_FOUND', message: '' }, { status: 404 })
    const isFound = address.includes('q=R20261121')
    const items = isFound ? [{ id: 'sale', related_id: null, number: 'R20261121' }] : []
    return Response.json({ items, total: items.length, page: 1, limit: 20 })
  })
  const view = await renderScreen(<RefundMode registerId="one" />, '/admin/register', '/admin/register')
  const isAt = (address: string) => waitFor(() => expect(view.address()).toBe(address), { timeout: 30_000 })
  const list = '/admin/register?mode=refund'
  const chooseAnother = async () =>
    fireEvent.click(await screen.findByRole('button', { name: text.back }, { timeout: 30_000 }))
  await view.go(list)
  act(() => scan('R20261121'))
  await isAt(`${list}&id=sale`)
  await chooseAnother()
  await isAt(list)
  view.back()
  await isAt('/admin/register')
  // Who came by a link finds the list in the place of the sale.
  await view.go(`${list}&id=sale`)
  await chooseAnother()
  await isAt(list)
  view.back()
  await isAt('/admin/register')
})
