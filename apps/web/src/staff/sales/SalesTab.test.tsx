import { act, cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../shell/queries/query-client.ts'
import { renderScreen } from '../../shared/testing/render-screen.tsx'
import '../shared/calls.ts'
import { SalesTab } from './SalesTab.tsx'
import { SavedTab } from './SavedTab.tsx'
import { text } from './text.ts'

// What comes a moment later comes much later on a busy machine.
configure({ asyncUtilTimeout: 30_000 })

const working = { id: 'jiro', name: '仮名 次郎', details: null }
const gone = { id: 'saburo', name: '元職 三郎', details: null }
const stores = [
  { id: 'kanazawa', name: '金沢本店' },
  { id: 'toyama', name: '富山店（閉店）' },
]
let type: string
let refused: string[]
let today: string

beforeEach(() => {
  refused = []
  today = '2026-11-24'
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://till')
    if (pathname.endsWith('/employeeDetails'))
      return Response.json({ type, store: null, business_date: today })
    if (pathname.endsWith('/staff/list'))
      return Response.json({ items: searchParams.get('state') === 'all' ? [working, gone] : [working] })
    if (pathname.endsWith('/admin/stores')) {
      if (type !== 'register') return Response.json({ items: stores })
      refused.push(pathname)
      return Response.json({ code: 'FORBIDDEN' }, { status: 403 })
    }
    if (pathname.endsWith('/searches')) return Response.json({ items: [search] })
    return Response.json({ items: [], total: 0, page: 1, limit: 20, next_page: null })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const search = {
  id: 'one',
  name: '',
  count: 3,
  filter: {
    store_id: 'toyama',
    date: '',
    until: '',
    amount_from: '',
    amount_until: '',
    employee_id: 'saburo',
    skus: '',
    q: '',
  },
}
const choicesOf = (label: string) =>
  within(screen.getByLabelText(label))
    .getAllByRole('option')
    .map(({ textContent }) => textContent)

test('head office chooses among all shops and everybody who ever sold there', async () => {
  type = 'owner'
  await renderScreen(<SalesTab />)
  await waitFor(() => expect(choicesOf(text.store)).toEqual([text.allStores, '金沢本店', '富山店（閉店）']))
  await waitFor(() => expect(choicesOf(text.employee)).toEqual([text.everyone, '仮名 次郎', '元職 三郎']))
})

test('a search that is kept names a shop that has closed and somebody who has left', async () => {
  type = 'owner'
  await renderScreen(<SavedTab />)
  await screen.findByRole('heading', { name: `${text.allDays}・富山店（閉店）・元職 三郎` })
})

test('register staff choose among their colleagues, and are refused nothing', async () => {
  type = 'register'
  await renderScreen(<SalesTab />)
  await waitFor(() => expect(choicesOf(text.employee)).toEqual([text.everyone, '仮名 次郎']))
  expect(refused).toEqual([])
})

test('a list that stays open over the end of a day goes on with the next one', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  type = 'owner'
  await renderScreen(<SalesTab />)
  const date = () => screen.getByLabelText<HTMLInputElement>(text.date).value
  await waitFor(() => expect(date()).toBe('2026-11-24'))
  today = '2026-11-25'
  await act(() => vi.advanceTimersByTimeAsync(6 * 60_000))
  expect(date()).toBe('2026-11-25')
})
