import { act, cleanup, configure, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../shell/queries/query-client.ts'
import { refetched } from '../../../shell/queries/queries.ts'
import { renderScreen } from '../../../shared/testing/render-screen.tsx'
import '../calls.ts'
import { ContactsTab } from '../../contacts/ContactsTab.tsx'
import { text } from '../../contacts/text.ts'

// What comes a moment later comes much later on a busy machine.
configure({ asyncUtilTimeout: 30_000 })

/** How many letters wait for an answer. */
let waiting: number
const asked: string[] = []

beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('fetch', async (address: string) => {
    const { searchParams } = new URL(address, 'http://office')
    const page = Number(searchParams.get('page'))
    asked.push(String(page))
    const items = Array.from({ length: waiting }, (_, at) => ({
      id: `letter-${at + 1}`,
      number: `Q${at + 1}`,
      status: 'open',
      kind: 'other',
      name: `会員${at + 1}`,
      excerpt: '営業時間について',
      is_member: true,
      created_at: '2026-11-24T01:00:00.000Z',
    })).slice((page - 1) * 20, page * 20)
    return Response.json({ items, total: waiting, open_count: waiting, page, limit: 20, next_page: null })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('a page that ends with its last row gives way to the one before it', async () => {
  waiting = 21
  const { address } = await renderScreen(<ContactsTab />, '/admin?tab=contacts&page=2', '/admin')
  await screen.findByText('21–21 / 21件')
  // A colleague answers the last letter.
  waiting = 20
  await act(() => refetched('admin.contacts'))
  await screen.findByText('1–20 / 20件')
  expect(screen.queryByText(text.emptyOpen)).toBeNull()
  expect(address()).toContain('page=1')
})

test('an old address of a page leads to the last one that there is', async () => {
  waiting = 45
  await renderScreen(<ContactsTab />, '/admin?tab=contacts&page=9', '/admin')
  await screen.findByText('41–45 / 45件')
})

test('a list with nothing in it says so', async () => {
  waiting = 0
  await renderScreen(<ContactsTab />, '/admin?tab=contacts&page=2', '/admin')
  await screen.findByText(text.emptyOpen)
  await waitFor(() => expect(asked).toEqual(['2', '1']))
})
