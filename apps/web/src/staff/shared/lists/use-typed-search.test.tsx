import { act, cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../shell/queries/query-client.ts'
import { renderScreen } from '../../../shared/testing/render-screen.tsx'
import '../calls.ts'
import { CatalogueTab } from '../../catalogue/CatalogueTab.tsx'
import { ContactsTab } from '../../contacts/ContactsTab.tsx'
import { staffQuery } from '../queries.ts'
import { SalesTab } from '../../sales/SalesTab.tsx'

// What comes a moment later comes much later on a busy machine.
configure({ asyncUtilTimeout: 30_000 })

let asked: (string | null)[]

beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', async (address: string) => {
    const { searchParams } = new URL(address, 'http://office')
    asked.push(searchParams.get('q') ?? searchParams.get('query'))
    return Response.json({ items: [], total: 0, open_count: 0, stores: [], page: 1, limit: 20 })
  })
  queryClient.setQueryData(staffQuery().queryKey, {
    type: 'owner',
    store: null,
    store_id: null,
    business_date: '2026-11-24',
  } as never)
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const field = () => screen.getAllByRole<HTMLInputElement>('searchbox')[0]!
const type = (value: string) => fireEvent.change(field(), { target: { value } })

test.each([
  ['contacts', <ContactsTab key="contacts" />],
  ['catalogue', <CatalogueTab key="catalogue" />],
  ['transactions', <SalesTab key="transactions" />],
])('the search of %s says what its list was found by, however the address changes', async (tab, element) => {
  const { address, go } = await renderScreen(element, `/admin?tab=${tab}`, '/admin')
  type('盃 ')
  await waitFor(() => expect(new URL(address(), 'http://office').searchParams.get('q')).toBe('盃'))
  // A reader who goes on typing is not interrupted by their own words.
  expect(field().value).toBe('盃 ')
  // The tab is pressed once more, and the reader goes back.
  await act(() => go(`/admin?tab=${tab}`))
  expect(field().value).toBe('')
  await act(() => go(`/admin?tab=${tab}&q=指輪`))
  expect(field().value).toBe('指輪')
  await waitFor(() => expect(asked).toContain('指輪'))
})
