import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { notificationCountQuery } from '../../queries/queries.ts'
import { queryClient } from '../../queries/query-client.ts'
import { renderScreen } from '../../../shared/testing/render-screen.tsx'
import { guest, setSession } from '../../session/session-state.ts'
import { UserLayout } from './UserLayout.tsx'

vi.stubGlobal('fetch', async () => new Response('{}', { status: 503 }))

afterEach(() => {
  cleanup()
  queryClient.clear()
  act(() => setSession(guest))
})

test('a page behind another one has the bell, with how many notices wait, and keeps its own part under the sheet', async () => {
  setSession({ status: 'signed_in', auth: { id: 'madoka', type: 'customer', verified: true } as never })
  queryClient.setQueryData(notificationCountQuery().queryKey, { count: 3 })
  const { address } = await renderScreen(<UserLayout />, '/screen?tab=password')
  fireEvent.click(screen.getByRole('button', { name: 'お知らせ 未読 3 件' }))
  await waitFor(() => expect(address()).toBe('/screen?tab=password&sheet=notifications'))
})

test('a guest is asked to log in', async () => {
  const { address } = await renderScreen(<UserLayout />)
  fireEvent.click(screen.getByRole('button', { name: 'お知らせ' }))
  await waitFor(() => expect(address()).toBe('/screen?sheet=login'))
})
