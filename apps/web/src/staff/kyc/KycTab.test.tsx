import { cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../shell/queries/query-client.ts'
import { renderScreen } from '../../shared/testing/render-screen.tsx'
import '../shared/calls.ts'
import { KycTab } from './KycTab.tsx'
import { text } from './text.ts'

// What comes a moment later comes much later on a busy machine.
configure({ asyncUtilTimeout: 30_000 })
vi.mock('./Pictures.tsx', () => ({ Pictures: () => null }))

const request = {
  id: 'one',
  name: '例示 花子',
  name_kana: 'レイジ ハナコ',
  status: 'rejected',
  attempt: 1,
  date_of_birth: '1990-01-02',
  address: '石川県金沢市',
  document: 'passport',
  action: null,
  seen: null,
  occupation: 'employee',
  purposes: [],
  submitted_at: '2026-11-21T03:00:00Z',
  decided_at: '2026-11-22T03:00:00Z',
  decisions: [],
  document_expires_on: null,
  is_outdated: false,
  lookalikes: 0,
  may: { approve: false, override: false, reject: true },
}

beforeEach(() => {
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const { pathname } = new URL(address, 'http://office')
    if (init?.method !== 'GET') return Response.json({ status: 'rejected', next_id: null })
    if (pathname.endsWith('/one')) return Response.json(request)
    return Response.json({ items: [request], total: 40, page: 2, limit: 20 })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const list = '/admin?tab=kyc&status=rejected&page=2'

test('somebody who was looked at, or decided on, leads back to the page of the list that they stood on', async () => {
  const { address } = await renderScreen(<KycTab />, list, '/admin')
  const open = async () => fireEvent.click(await screen.findByRole('button', { name: /例示 花子/ }))
  await open()
  fireEvent.click(await screen.findByRole('link', { name: text.back }))
  await waitFor(() => expect(address()).toBe(list))
  await open()
  fireEvent.click((await screen.findAllByRole('checkbox'))[0]!)
  fireEvent.click(screen.getByRole('button', { name: text.reject }))
  await waitFor(() => expect(address()).toBe(list))
})
