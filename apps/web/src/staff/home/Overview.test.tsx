import { act, cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../shell/queries/query-client.ts'
import { renderScreen } from '../../shared/testing/render-screen.tsx'
import '../shared/calls.ts'
import { chooseStore } from '../shared/device/device.ts'
import { staffQuery, storesQuery } from '../shared/queries.ts'
import { Overview } from './Overview.tsx'
import { text } from './text.ts'

// What comes a moment later comes much later on a busy machine.
configure({ asyncUtilTimeout: 30_000 })

const kanazawa = { id: 'kanazawa', code: 'KNZ1', name: '金沢本店', closed_on: null }
const kuramae = { id: 'kuramae', code: 'KRM1', name: '東京蔵前店', closed_on: null }
const toyama = { id: 'toyama', code: 'TYM1', name: '富山店', closed_on: '2026-10-31' }
const stores = [kanazawa, kuramae, toyama]
const today = '2026-11-24'
const staff = { type: 'accounting', store_id: null, store: null, permissions: [] } as never

/** What every day waits for. */
let hold: Promise<void>

beforeEach(() => {
  hold = Promise.resolve()
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://till')
    if (!pathname.endsWith('/close')) return new Response('{}', { status: 503 })
    await hold
    return Response.json({
      store: stores.find(({ id }) => id === searchParams.get('store_id')) ?? kanazawa,
      stores,
      date: searchParams.get('date') ?? today,
      current_date: today,
      figures: {
        sales: { count: 0, total: 0, customers: searchParams.get('store_id') === 'kuramae' ? 200 : 100 },
        refunds: { count: 0, total: 0 },
        net: 0,
      },
      earlier_open: null,
      later_open: { customers: 0, total: 0 },
      closes_with_difference: 0,
    })
  })
  queryClient.setQueryData(staffQuery().queryKey, staff)
  queryClient.setQueryData(storesQuery().queryKey, { items: stores })
  act(() => chooseStore('kanazawa'))
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
  act(() => chooseStore(null))
})

const shown = () => [
  screen.getByLabelText<HTMLSelectElement>(text.store).value,
  screen.getByLabelText<HTMLInputElement>(text.date).value,
]

test.each([
  ['the menu', () => act(() => chooseStore('kuramae')), 'kuramae'],
  [
    'the page',
    () => fireEvent.change(screen.getByLabelText(text.store), { target: { value: 'kuramae' } }),
    'kuramae',
  ],
  [
    'the page, though it has closed',
    () => fireEvent.change(screen.getByLabelText(text.store), { target: { value: 'toyama' } }),
    'toyama',
  ],
])('a shop that is chosen by %s begins with the day that is open there', async (_, choose, id) => {
  await renderScreen(<Overview staff={staff} />, '/admin', '/admin')
  await waitFor(() => expect(shown()).toEqual(['kanazawa', today]))
  fireEvent.change(screen.getByLabelText(text.date), { target: { value: '2026-11-20' } })
  await waitFor(() => expect(shown()).toEqual(['kanazawa', '2026-11-20']))
  choose()
  await waitFor(() => expect(shown()).toEqual([id, today]))
})

test('while the day of another shop loads no figure of the one before stands there, and the choice stays', async () => {
  await renderScreen(<Overview staff={staff} />, '/admin', '/admin')
  await screen.findByText(text.people(100))
  const choice = screen.getByLabelText(text.store)
  let release = () => {}
  hold = new Promise((resolve) => (release = resolve))
  act(() => chooseStore('kuramae'))
  expect(screen.queryByText(text.people(100))).toBeNull()
  expect(screen.getByLabelText(text.store)).toBe(choice)
  expect(shown()[0]).toBe('kuramae')
  release()
  await screen.findByText(text.people(200))
})

test('another day of the same shop takes the place of the one before without an empty page between', async () => {
  await renderScreen(<Overview staff={staff} />, '/admin', '/admin')
  await screen.findByText(text.people(100))
  hold = new Promise(() => {})
  fireEvent.change(screen.getByLabelText(text.date), { target: { value: '2026-11-20' } })
  expect(screen.queryByText(text.people(100))).not.toBeNull()
  expect(shown()).toEqual(['kanazawa', today])
})
