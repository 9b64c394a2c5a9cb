import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../shell/queries/query-client.ts'
import { renderScreen } from '../../shared/testing/render-screen.tsx'
import '../shared/calls.ts'
import { ApprovalSheet } from './ApprovalSheet.tsx'
import { Decision } from './Decision.tsx'

const server = Date.parse('2026-11-27T05:00:00Z')
afterEach(async () => {
  cleanup()
  // The question that is not waited for any more is taken back.
  await new Promise((resolve) => setTimeout(resolve))
  queryClient.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const person = { id: 'clerk', number: 'E0003', name: '例示 太郎' }
const asked = {
  id: 'one',
  kind: 'discount',
  store: { id: 'store', name: '金沢本店' },
  subject: {},
  member: null,
  amount: 5_000,
  reason: '',
  status: 'waiting',
  requested_by: person,
  requested_at: new Date(server - 18_000).toISOString(),
  expires_at: new Date(server + 282_000).toISOString(),
  expires_in: 282,
  decided_by: null,
  decided_at: null,
  note: '',
  may_decide: true,
  is_linked: false,
  deciders: [],
}

// A manager's phone is their own, and so is its clock.
test.each([
  ['right', 0],
  ['ten minutes fast', 600_000],
  ['ten minutes slow', -600_000],
])('a clock that is %s does not change how long a question waits', async (_, by) => {
  vi.useFakeTimers({ toFake: ['Date'], now: server + by })
  vi.stubGlobal('fetch', async () => Response.json(asked))
  await renderScreen(<Decision id="one" onClose={() => {}} />)
  expect(await screen.findByText('4:42')).toBeDefined()
  cleanup()
  await renderScreen(
    <ApprovalSheet kind="discount" subject={{}} amount={5_000} onApproved={() => {}} onClose={() => {}} />,
  )
  expect(await screen.findByText('4:42')).toBeDefined()
})
