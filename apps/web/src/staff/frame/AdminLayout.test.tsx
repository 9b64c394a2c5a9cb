import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../shell/queries/query-client.ts'
import { renderScreen } from '../../shared/testing/render-screen.tsx'
import { guest, setSession } from '../../shell/session/session-state.ts'
import { waitingApprovalsQuery } from '../approvals/queries.ts'
import AdminLayout from './AdminLayout.tsx'
import { parkedQuery, staffQuery, storesQuery } from '../shared/queries.ts'
import { heldStorage } from '../register/parked/held.ts'

const at = vi.hoisted(() => ({ pathname: '/admin' }))
vi.mock('../../shell/navigation/navigation.tsx', async (original) => ({
  ...(await original<object>()),
  usePathname: () => at.pathname,
}))
vi.stubGlobal('fetch', async () => new Response('{}', { status: 503 }))
const isOnline = vi.spyOn(navigator, 'onLine', 'get')

beforeEach(() => {
  localStorage.clear()
  at.pathname = '/admin'
  isOnline.mockReturnValue(true)
  setSession({
    status: 'signed_in',
    auth: { id: 'hanako', type: 'employee', employee: { type: 'manager' } } as never,
  })
  queryClient.setQueryData(staffQuery().queryKey, {
    name: '例田 花子',
    number: 'E0002',
    type: 'manager',
    store_id: 'kanazawa',
    store: { id: 'kanazawa', name: '金沢本店', registers: [{ id: 'one', number: 1, name: 'レジ' }] },
    permissions: ['approve'],
  } as never)
  queryClient.setQueryData(waitingApprovalsQuery().queryKey, { total: 2 } as never)
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  act(() => setSession(guest))
})

const network = (is: boolean) =>
  act(() => {
    isOnline.mockReturnValue(is)
    window.dispatchEvent(new Event(is ? 'online' : 'offline'))
  })
const strip = () => screen.getByRole('banner')

test('a page of staff says in the strip that there is no network, and when it is back', async () => {
  await renderScreen(<AdminLayout />)
  expect(strip().textContent).toContain('承認待ち 2')
  network(false)
  expect(strip().textContent).toContain('オフラインです')
  expect(strip().textContent).not.toContain('承認待ち')
  network(true)
  expect(strip().textContent).not.toContain('オフラインです')
  expect(strip().textContent).toContain('承認待ち 2')
  expect(screen.getAllByText('オンラインに戻りました')).not.toHaveLength(0)
})

test.each([
  ['/screen', '/screen?sheet=held'],
  ['/screen?mode=refund', '/admin/register?sheet=held'],
])('the register has how many carts wait in its strip, and the way from %s to them', async (from, to) => {
  at.pathname = '/admin/register'
  queryClient.setQueryData(parkedQuery().queryKey, { items: [], total: 2, page: 1 } as never)
  const { address } = await renderScreen(<AdminLayout />, from)
  expect(strip().textContent).toContain('保留2')
  act(() => heldStorage('one').write([{ id: 'here', lines: [] } as never]))
  fireEvent.click(screen.getByRole('button', { name: '保留 3' }))
  await waitFor(() => expect(address()).toBe(to))
})

test('the strip names the shop of head office once its name has come, and no other place before', async () => {
  const kuramae = { id: 'kuramae', code: 'KRM1', name: '東京蔵前店', closed_on: null }
  queryClient.setQueryData(staffQuery().queryKey, {
    name: '例田 花子',
    number: 'E0001',
    type: 'accounting',
    store_id: null,
    store: null,
    permissions: [],
  } as never)
  await renderScreen(<AdminLayout />, '/admin?store=kuramae', '/admin')
  expect(strip().textContent).toContain('例田')
  expect(strip().textContent).not.toContain('本部')
  act(() => queryClient.setQueryData(storesQuery().queryKey, { items: [kuramae] }))
  await waitFor(() => expect(strip().textContent).toContain('東京蔵前店'))
})

test('the register has words of its own for it', async () => {
  at.pathname = '/admin/register'
  await renderScreen(<AdminLayout />)
  network(false)
  expect(strip().textContent).not.toContain('オフラインです')
})
