import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderScreen } from '../../shared/testing/render-screen.tsx'
import { holdUpdate, offerUpdate, postponeUpdate } from '../../shell/updates/updates.ts'
import { UpdateQuestion } from './UpdateQuestion.tsx'
import { wholeLine } from '../register/cart/cart.ts'
import { saleStorage } from '../register/machine/storage.ts'
import { nothingEntered } from '../register/tender/tenders.ts'

beforeEach(() => {
  localStorage.clear()
  offerUpdate({ postMessage: () => {} } as never)
})
afterEach(() => {
  act(postponeUpdate)
  cleanup()
})

const question = () => screen.findByRole('alertdialog', { name: '新しいバージョンがあります' })

async function isNotAsked(): Promise<void> {
  // The question has a file of its own, which would be on its way.
  await act(() => vi.dynamicImportSettled())
  expect(screen.queryByRole('alertdialog')).toBeNull()
}

/** What a register has written down of its sale. */
function keepSale(pieces: number, act: 'settle' | null) {
  const line = {
    key: 'a',
    name: '修理',
    sku_id: null,
    sku: null,
    picture: null,
    unit_price: 1_000,
    quantity: 1,
    tax_rate: 10,
  }
  saleStorage('register-1').write({
    transaction_id: 'sale',
    lines: Array.from({ length: pieces }, () => wholeLine(line as never)),
    discount: null,
    approval: null,
    terminal: null,
    begun: null,
    signed: null,
    parked: null,
    selected: null,
    entered: nothingEntered,
    active: 'cash',
    has_member: false,
    level_at_scan: null,
    act: act && { kind: act, key: 'key', body: null },
    is_done: false,
  })
}

test.each(['/screen', '/screen?tab=staff', '/screen?mode=sale'])('staff are asked at %s', async (address) => {
  keepSale(0, null)
  await renderScreen(<UpdateQuestion />, address)
  await question()
})

test.each(['/screen?sheet=lock', '/screen?mode=refund'])('nobody is asked at %s', async (address) => {
  await renderScreen(<UpdateQuestion />, address)
  await isNotAsked()
})

test.each([
  ['a cart with articles', 1, null],
  ['a payment whose result is not known', 0, 'settle'],
] as const)('nor with %s', async (_, pieces, act) => {
  keepSale(pieces, act)
  await renderScreen(<UpdateQuestion />)
  await isNotAsked()
})

test('once the sale is out of hand, staff are asked', async () => {
  keepSale(1, null)
  act(() => holdUpdate(1))
  await renderScreen(<UpdateQuestion />)
  keepSale(0, null)
  await isNotAsked()
  act(() => holdUpdate(-1))
  await question()
})

test.each([
  ['an answer', <textarea key="entry" aria-label="entry" />],
  ['a tick', <input key="entry" type="checkbox" aria-label="entry" />],
])('nobody is asked over a page with %s in it, and everybody on the next one', async (_, entry) => {
  act(postponeUpdate)
  const { go } = await renderScreen(
    <>
      {entry}
      <UpdateQuestion />
    </>,
    '/screen?tab=contacts&id=one',
  )
  fireEvent.input(screen.getByLabelText('entry'), { target: { value: 'はい' } })
  act(() => offerUpdate({ postMessage: () => {} } as never))
  await act(() => go('/screen?tab=contacts&id=one&page=2'))
  await isNotAsked()
  await act(() => go('/screen?tab=contacts'))
  await question()
})

test('whoever comes back to a page that they wrote on is asked', async () => {
  act(postponeUpdate)
  const { go } = await renderScreen(
    <>
      <textarea aria-label="entry" />
      <UpdateQuestion />
    </>,
    '/screen?tab=contacts',
  )
  fireEvent.input(screen.getByLabelText('entry'), { target: { value: 'はい' } })
  await act(() => go('/screen?tab=staff'))
  await act(() => go('/screen?tab=contacts'))
  act(() => offerUpdate({ postMessage: () => {} } as never))
  await question()
})

test.each([
  ['words that are searched for', <input key="entry" type="search" aria-label="entry" />],
  ['a day that is looked at', <input key="entry" type="date" aria-label="entry" />],
  [
    'an amount to search from',
    <div key="entry" role="search">
      <input aria-label="entry" />
    </div>,
  ],
  [
    'a register chosen in the strip',
    <header key="entry">
      <input aria-label="entry" />
    </header>,
  ],
])('%s are no entry', async (_, entry) => {
  await renderScreen(
    <>
      {entry}
      <UpdateQuestion />
    </>,
  )
  await question()
  act(postponeUpdate)
  fireEvent.input(screen.getByLabelText('entry', { selector: 'input' }), { target: { value: '花' } })
  act(() => offerUpdate({ postMessage: () => {} } as never))
  await question()
})
