import { act, cleanup, configure, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../shell/queries/query-client.ts'
import { renderScreen } from '../../shared/testing/render-screen.tsx'
import '../shared/calls.ts'
import { chooseStore } from '../shared/device/device.ts'
import { staffQuery, storesQuery } from '../shared/queries.ts'
import InventoryScreen from './InventoryScreen.tsx'
import { text } from './text.ts'

// What comes a moment later comes much later on a busy machine.
configure({ asyncUtilTimeout: 30_000 })

const stores = [
  { id: 'kanazawa', code: 'KNZ1', name: '金沢本店', closed_on: null },
  { id: 'kuramae', code: 'KRM1', name: '東京蔵前店', closed_on: null },
]

/** What the stock of the second shop waits for. */
let release: () => void

beforeEach(() => {
  const hold = new Promise<void>((resolve) => (release = resolve))
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://till')
    if (pathname !== '/v1/inventory') return new Response('{}', { status: 503 })
    const isSecond = searchParams.get('store_id') === 'kuramae'
    if (isSecond) await hold
    return Response.json({
      items: [
        {
          id: 'cup',
          sku: 'CP001-01',
          name: isSecond ? '蔵前の盃' : '金沢の盃',
          picture: 'cup',
          photo: null,
          category: 'object',
          stocked: true,
          quantity: 1,
          reserved: 0,
          available: 1,
          in_transit: 0,
          state: 'ok',
          price: 100,
        },
      ],
      stores,
      counts: { low: 0, out: 0 },
      total: 1,
      page: 1,
      next_page: null,
    })
  })
  queryClient.setQueryData(staffQuery().queryKey, {
    type: 'owner',
    store_id: null,
    store: null,
    permissions: [],
  } as never)
  queryClient.setQueryData(storesQuery().queryKey, { items: stores })
  act(() => chooseStore('kanazawa'))
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
  act(() => chooseStore(null))
})

test('while the stock of another shop loads nothing of the one before stands there, and the choice stays', async () => {
  await renderScreen(<InventoryScreen />, '/admin/inventory', '/admin/inventory')
  await screen.findByText('金沢の盃')
  act(() => chooseStore('kuramae'))
  expect(screen.queryByText('金沢の盃')).toBeNull()
  const choice = screen.getByLabelText<HTMLSelectElement>(text.store)
  expect(choice.selectedOptions[0]?.textContent).toBe('東京蔵前店')
  release()
  await screen.findByText('蔵前の盃')
})
