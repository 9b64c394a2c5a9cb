import { noTenders } from '@shirogane/domain/sales/tenders'
import { payCodeDigits, payTokenText } from '@shirogane/contract/inputs/pay-code'
import type { RefundPreview } from '@shirogane/contract/resources/sales/refunds'
import { act, cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { networkText } from '../shell/api/text.ts'
import { queryClient } from '../shell/queries/query-client.ts'
import { renderScreen } from '../shared/testing/render-screen.tsx'
import './shared/calls.ts'
import { takeForwardedCode } from './shared/scanner/forwarded.ts'
import { Finder } from './inventory/Finder.tsx'
import { StockList } from './inventory/StockList.tsx'
import { ExchangeSheet } from './register/refund/ExchangeSheet.tsx'
import { FindSale } from './register/refund/FindSale.tsx'
import { ReturnDone } from './register/refund/ReturnDone.tsx'
import { text as refundText } from './register/refund/text.ts'
import { SalesTab } from './sales/SalesTab.tsx'
import { text as salesText } from './sales/text.ts'

// What comes a moment later comes much later on a busy machine.
configure({ asyncUtilTimeout: 30_000 })

let scan: (code: string) => void
vi.mock('./shared/scanner/use-scanner.ts', () => ({
  useScanner: ({ onScan }: { onScan: (code: string) => void }) => {
    scan = onScan
  },
  useKeysAhead: () => {},
}))

let addresses: string[]
beforeEach(() => {
  addresses = []
  vi.stubGlobal('fetch', async (address: string) => {
    addresses.push(address)
    if (address.includes('/details')) return Response.json(refund)
    return Response.json({
      items: [],
      total: 0,
      page: 1,
      limit: 20,
      next_page: null,
      stores: [],
      counts: {},
      ...member,
    })
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const refund = {
  id: 'refund',
  number: '20261121-KNZ1-0007',
  type: 'refund',
  message: '',
  spent_total: 1_000,
  tenders: { ...noTenders, balance: 1_000 },
  refund: { back: { points: 0 }, balance_paid: 1_000, balance_bonus: 0, ...noTenders },
}
const member = { name: '例示 花子', wallet: { balance: 0 } }
const plan = {
  transaction_id: 'sale',
  total: 1_000,
  refund: { ...noTenders, cash: 1_000, balance_paid: 0, balance_bonus: 0 },
} as unknown as RefundPreview

const token = payTokenText(Array.from({ length: 26 }, (_, index) => index))
const digits = payCodeDigits('453914880343646')
const misread = `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`
const isWritten = (where: string) => [token, digits, misread].some((code) => where.includes(code))

describe("a member's code that is read where it does not belong", () => {
  const places: [string, ReactElement, string[]][] = [
    ['among the sales', <FindSale key="find" />, [token, digits, misread]],
    [
      'over articles that are looked for',
      <Finder key="finder" onFound={() => {}} />,
      [token, digits, misread],
    ],
    [
      'over the stock',
      <StockList key="stock" staff={{ store: null } as never} store={undefined} />,
      [token, digits, misread],
    ],
    [
      'over an exchange',
      <ExchangeSheet
        key="exchange"
        plan={plan}
        giveBack={{} as never}
        registerId="one"
        onClose={() => {}}
        onRefused={() => {}}
      />,
      [token, digits, misread],
    ],
  ]
  test.each(places)('%s goes into no address', async (_place, page, codes) => {
    const view = await renderScreen(page)
    for (const code of codes) {
      // oxlint-disable-next-line no-await-in-loop
      await act(async () => scan(code))
    }
    expect(addresses.filter(isWritten)).toEqual([])
    expect(view.address()).toBe('/screen')
  })

  test('among the sales is told to be none of them, and typed it is not searched for either', async () => {
    const view = await renderScreen(<FindSale />)
    await act(async () => scan(digits))
    expect(screen.getAllByRole('alert')[0]?.textContent).toContain(refundText.notFound)
    fireEvent.change(screen.getByLabelText(refundText.keyword), { target: { value: digits } })
    fireEvent.submit(screen.getByRole('search'))
    await act(async () => {})
    expect(addresses.filter(isWritten)).toEqual([])
    expect(view.address()).toBe('/screen')
  })

  test.each([token, misread])('over a finished refund begins the next sale: %s', async (code) => {
    const view = await renderScreen(<ReturnDone id="refund" isAtRegister />)
    await screen.findByText(refundText.toSale)
    await act(async () => scan(code))
    await waitFor(() => expect(view.address()).toBe('/admin/register'))
    expect(takeForwardedCode()).toBe(code)
  })

  test('in the words of a search of the head office stays where it is', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const view = await renderScreen(<SalesTab />)
    fireEvent.change(screen.getByLabelText(salesText.keyword), { target: { value: token } })
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    expect(addresses.filter(isWritten)).toEqual([])
    expect(view.address()).toBe('/screen')
  })
})

describe('looking for a sale', () => {
  test('that is of another day begins anew with one press', async () => {
    const view = await renderScreen(<FindSale />, '/screen?q=zzz&date=2026-11-21')
    fireEvent.click(await screen.findByRole('button', { name: refundText.reset }))
    await waitFor(() =>
      expect(view.address()).toMatch(/^\/admin\/register\?mode=refund&date=all&page=[^&]*$/),
    )
  })

  test('without a network is not told to have found nothing', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch')
    })
    await renderScreen(<FindSale />)
    await act(async () => scan('20261121-KNZ1-0007'))
    await screen.findAllByText(networkText)
    expect(document.body.textContent).not.toContain(refundText.notFound)
  })
})
