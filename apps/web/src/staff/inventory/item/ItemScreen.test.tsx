import type { StockDetail } from '@shirogane/contract/resources/brand/inventory'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../shell/queries/query-client.ts'
import { renderScreen } from '../../../shared/testing/render-screen.tsx'
import '../../shared/calls.ts'
import { chooseStore } from '../../shared/device/device.ts'
import { staffQuery, storesQuery } from '../../shared/queries.ts'
import ItemScreen from './ItemScreen.tsx'
import { stockQuery } from '../queries.ts'
import { text } from '../text.ts'

vi.stubGlobal('fetch', async () => new Response('{}', { status: 503 }))

const kanazawa = { id: 'kanazawa', code: 'KNZ1', name: '金沢本店', closed_on: null }
const kuramae = { id: 'kuramae', code: 'KRM1', name: '東京蔵前店', closed_on: null }
const level = { quantity: 4, reserved: 0, available: 4, hold: 0, damaged: 0, in_transit: 0, own: false }
const cup = {
  id: 'cup',
  sku: 'SK001-45',
  name: '鎚目ぐい呑み',
  price: 44_000,
  picture: 'ring',
  photo: null,
  stocked: true,
  state: 'ok',
  quantity: 4,
  reorder_point: 2,
  stores: [kanazawa, kuramae].map(({ id, name }) => ({ id, name, ...level, reorder_point: 2 })),
  sales: [],
  reservations: [],
} as unknown as StockDetail

beforeEach(() => {
  queryClient.setQueryData(staffQuery().queryKey, {
    type: 'owner',
    store_id: null,
    store: null,
    permissions: [],
  } as never)
  queryClient.setQueryData(storesQuery().queryKey, { items: [kanazawa, kuramae] })
  for (const { id } of [kanazawa, kuramae]) queryClient.setQueryData(stockQuery('cup', id).queryKey, cup)
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  act(() => chooseStore(null))
})

const show = (search = '') =>
  renderScreen(<ItemScreen />, `/admin/inventory/cup${search}`, '/admin/inventory/$id')
const point = () => screen.getByLabelText<HTMLInputElement>(text.reorderPoint)

test('a figure that was typed for one shop is none of another, which has the same one so far', async () => {
  chooseStore('kanazawa')
  await show()
  fireEvent.change(point(), { target: { value: '9' } })
  expect(point().value).toBe('9')
  act(() => chooseStore('kuramae'))
  expect(point().value).toBe('2')
})

test('what is done here is done at the shop of the address, and says so', async () => {
  chooseStore('kanazawa')
  await show('?store=kuramae&sheet=adjust')
  expect(screen.getByText('東京蔵前店 鎚目ぐい呑み')).toBeDefined()
})

test('nothing is done at a shop that is not there', async () => {
  queryClient.setQueryData(stockQuery('cup', 'nowhere').queryKey, cup)
  await show('?store=nowhere&sheet=adjust')
  expect(screen.getByRole('heading', { name: '鎚目ぐい呑み' })).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('button', { name: text.adjust })).toBeNull()
})
