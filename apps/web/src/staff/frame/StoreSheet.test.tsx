import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Output } from '../../shell/api/api.ts'
import { queryClient } from '../../shell/queries/query-client.ts'
import { renderScreen } from '../../shared/testing/render-screen.tsx'
import { useChosenStore } from '../shared/device/chosen-store.ts'
import { chooseStore } from '../shared/device/device.ts'
import { staffQuery, storesQuery } from '../shared/queries.ts'
import { StoreSheet } from './StoreSheet.tsx'
import { text } from '../shared/text.ts'

vi.stubGlobal('fetch', async () => new Response('{}', { status: 503 }))

type Store = Output<'admin.stores'>['items'][number]
const kanazawa: Store = { id: 'kanazawa', code: 'KNZ1', name: '金沢本店', closed_on: null }
const kuramae: Store = { id: 'kuramae', code: 'KRM1', name: '東京蔵前店', closed_on: null }
const toyama: Store = { id: 'toyama', code: 'TYM1', name: '富山店', closed_on: '2026-10-31' }

const staff = (type: string, store: Store | null) =>
  queryClient.setQueryData(staffQuery().queryKey, {
    type,
    store_id: store?.id ?? null,
    store: store && { ...store, registers: [] },
    permissions: [],
  } as never)
const stores = (items: Store[]) => queryClient.setQueryData(storesQuery().queryKey, { items })

beforeEach(() => stores([kanazawa, kuramae]))
afterEach(() => {
  cleanup()
  queryClient.clear()
  act(() => chooseStore(null))
})

function Chosen() {
  const { id, name, stores: all } = useChosenStore()
  return <p aria-label="chosen">{[id ?? '本部', name ?? '', all.length].join(' ')}</p>
}
const shown = () => screen.getByLabelText('chosen').textContent

test.each(['owner', 'accounting'])('%s turns to another shop, and back to all of them', async (type) => {
  staff(type, null)
  const close = vi.fn<() => void>()
  await renderScreen(
    <>
      <Chosen />
      <StoreSheet onClose={close} />
    </>,
  )
  expect(shown()).toBe('本部  2')
  expect(screen.getByRole('button', { name: '本部' }).getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(screen.getByRole('button', { name: '東京蔵前店' }))
  expect(close).toHaveBeenCalledOnce()
  expect(shown()).toBe('kuramae 東京蔵前店 2')
  fireEvent.click(screen.getByRole('button', { name: '本部' }))
  expect(shown()).toBe('本部  2')
})

test.each([
  ['/admin/close', 'view=x&store=kanazawa&date=2026-11-20&sheet=store', '/admin/close?view=x'],
  ['/admin/close', 'view=x&date=2026-11-20&sheet=store', '/admin/close?view=x'],
  ['/admin/inventory', 'filter=low&page=3&sheet=store', '/admin/inventory?filter=low'],
])('what %s?%s says of another shop gives way to the choice', async (path, search, left) => {
  staff('owner', null)
  const { address } = await renderScreen(<StoreSheet onClose={() => {}} />, `${path}?${search}`, path)
  fireEvent.click(screen.getByRole('button', { name: '東京蔵前店' }))
  await waitFor(() => expect(address()).toBe(left))
})

test('a list that is about no shop stays as it is', async () => {
  staff('owner', null)
  const close = vi.fn<() => void>()
  const asked = '/admin?tab=sales&date=2026-11-20&sheet=store'
  const { address } = await renderScreen(<StoreSheet onClose={close} />, asked, '/admin')
  fireEvent.click(screen.getByRole('button', { name: '東京蔵前店' }))
  expect(close).toHaveBeenCalledOnce()
  expect(address()).toBe(asked)
})

test.each(['/admin', '/admin/close', '/admin/inventory', '/admin/inventory/cup'])(
  '%s is of the shop that its address names, whatever was chosen',
  async (path) => {
    staff('owner', null)
    chooseStore('kuramae')
    const { go } = await renderScreen(<Chosen />, `${path}?store=kanazawa`, path)
    expect(shown()).toBe('kanazawa 金沢本店 2')
    await act(() => go(path))
    expect(shown()).toBe('kuramae 東京蔵前店 2')
  },
)

test.each(['/admin?tab=sales&store=kanazawa', '/admin/register?store=kanazawa'])(
  '%s names no shop',
  async (asked) => {
    staff('owner', null)
    chooseStore('kuramae')
    await renderScreen(<Chosen />, asked, asked.split('?')[0])
    expect(shown()).toBe('kuramae 東京蔵前店 2')
  },
)

test('a shop that has closed is no choice, and is named where the address asks for it', async () => {
  staff('owner', null)
  chooseStore('toyama')
  stores([kanazawa, toyama])
  const { go } = await renderScreen(
    <>
      <Chosen />
      <StoreSheet onClose={() => {}} />
    </>,
    '/admin/close',
    '/admin/close',
  )
  expect(shown()).toBe('本部  1')
  const choices = screen.getByRole('group', { name: text.changeStore })
  expect(
    within(choices)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['本部', '金沢本店'])
  await act(() => go('/admin/close?store=toyama'))
  expect(shown()).toBe('toyama 富山店 1')
})

test.each([
  ['manager', kanazawa],
  ['register', kanazawa],
  ['kyc_reviewer', null],
] as const)(
  'a %s has nothing to choose, whatever the device remembers and the address says',
  async (type, store) => {
    staff(type, store)
    chooseStore('kuramae')
    await renderScreen(<Chosen />, '/admin/close?store=kuramae', '/admin/close')
    expect(shown()).toBe('本部  0')
  },
)
