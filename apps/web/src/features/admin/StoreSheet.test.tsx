import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { renderScreen } from '../../lib/render-screen.tsx'
import { useChosenStore } from './chosen-store.ts'
import { chooseStore } from './device.ts'
import { staffQuery, storesQuery } from './queries.ts'
import { StoreSheet } from './StoreSheet.tsx'

vi.stubGlobal('fetch', async () => new Response('{}', { status: 503 }))

const kanazawa = { id: 'kanazawa', code: '01', name: '金沢本店' }
const kuramae = { id: 'kuramae', code: '02', name: '東京蔵前店' }

const staff = (type: string, store: typeof kanazawa | null) =>
  queryClient.setQueryData(staffQuery().queryKey, {
    type,
    store_id: store?.id ?? null,
    store: store && { ...store, registers: [] },
    permissions: [],
  } as never)
const stores = (items: (typeof kanazawa)[]) => queryClient.setQueryData(storesQuery().queryKey, { items })

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

test('an address that names a shop and a day gives way to the choice', async () => {
  staff('owner', null)
  const { address } = await renderScreen(
    <StoreSheet onClose={() => {}} />,
    '/screen?view=x&store=kanazawa&date=2026-11-20&sheet=store',
  )
  fireEvent.click(screen.getByRole('button', { name: '東京蔵前店' }))
  await waitFor(() => expect(address()).toBe('/screen?view=x'))
})

test('a shop that has closed since is no choice', async () => {
  staff('owner', null)
  chooseStore('kuramae')
  stores([kanazawa])
  await renderScreen(<Chosen />)
  expect(shown()).toBe('本部  1')
})

test.each([
  ['manager', kanazawa],
  ['register', kanazawa],
  ['kyc_reviewer', null],
] as const)('a %s has nothing to choose, whatever the device remembers', async (type, store) => {
  staff(type, store)
  chooseStore('kuramae')
  await renderScreen(<Chosen />)
  expect(shown()).toBe('本部  0')
})
