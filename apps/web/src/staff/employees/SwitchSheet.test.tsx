import { limits } from '@shirogane/contract/rules/limits'
import { cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { useQuery } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answersOf } from '../../shell/queries/queries.ts'
import { queryClient } from '../../shell/queries/query-client.ts'
import { renderScreen } from '../../shared/testing/render-screen.tsx'
import { setSession, guest, type SessionState } from '../../shell/session/session-state.ts'
import '../shared/calls.ts'
import { registerTermsQuery, staffQuery } from '../shared/queries.ts'
import { savedQuery } from '../sales/saved.ts'
import { SwitchSheet } from './SwitchSheet.tsx'
import { text } from './text.ts'

vi.mock('../../shell/session/session-timer.ts', () => ({ keepTime: () => {}, stopTime: () => {} }))
// What comes a moment later comes much later on a busy machine.
configure({ asyncUtilTimeout: 30_000 })

const manager = { id: 'manager', name: '店長 一郎', number: 'E0002', has_pin: true }
const clerk = { id: 'clerk', name: '販売 花子', number: 'E0003', has_pin: true }
const termsOf = (who: typeof clerk) => ({ discount_max: who === manager ? 50_000 : 1_000 })

let standing: typeof clerk
let asked: string[]

beforeEach(() => {
  standing = manager
  asked = []
  setSession({ ...guest, status: 'signed_in', auth: { id: manager.id } as SessionState['auth'] })
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const path = new URL(address, 'http://till').pathname.replace('/v1/', '')
    asked.push(path)
    if (path === 'auth/staff/switch') {
      standing = [manager, clerk].find(({ id }) => id === JSON.parse(init.body as string).employee_id)!
      return Response.json({
        user: { id: standing.id, type: 'employee', employee: {}, wallet: null, level: null },
        token: { access_token: 'a', refresh_token: 'b', expires_in: 300 },
      })
    }
    if (path === 'users/employeeDetails') return Response.json(standing)
    if (path === 'transactions/register/terms') return Response.json(termsOf(standing))
    if (path === 'admin/store/staff/list') return Response.json({ items: [manager, clerk] })
    if (path === 'transactions/searches') return Response.json({ items: [{ id: `of ${standing.id}` }] })
    return Response.json({})
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  setSession(guest)
  vi.unstubAllGlobals()
})

const kept = answersOf('admin.showUser')

/** The page under the sheet, with what it has heard as the manager. */
function Page() {
  const terms = useQuery(registerTermsQuery())
  const saved = useQuery(savedQuery())
  return (
    <>
      <output aria-label="terms">{JSON.stringify(terms.data)}</output>
      <output aria-label="saved">{saved.data?.items.map(({ id }) => id)}</output>
      <SwitchSheet isLocked={false} onClose={() => {}} />
    </>
  )
}
const shown = (name: string) => screen.getByLabelText(name).textContent

async function switchTo(who: typeof clerk) {
  queryClient.setQueryData(staffQuery().queryKey, manager as never)
  queryClient.setQueryData(kept.queryKey, { name: '例示 花子' })
  await renderScreen(<Page />)
  await waitFor(() => expect(shown('saved')).toBe('of manager'))
  asked = []
  fireEvent.click(await screen.findByRole('button', { name: new RegExp(who.name) }))
  fireEvent.change(screen.getByLabelText(text.pin(who.name)), {
    target: { value: '2468'.padEnd(limits.staffPinDigits, '0') },
  })
  await waitFor(() => expect(asked).toContain('users/employeeDetails'))
}

test('whoever takes the register over has their own ceiling and searches at once, and nothing that was read before', async () => {
  await switchTo(clerk)
  await waitFor(() => expect(shown('terms')).toBe(JSON.stringify(termsOf(clerk))))
  await waitFor(() => expect(shown('saved')).toBe('of clerk'))
  expect(queryClient.getQueryData(kept.queryKey)).toBeUndefined()
  expect(queryClient.getQueryData(staffQuery().queryKey)).toEqual(clerk)
})

test('whoever comes back to their own register finds what they had read', async () => {
  await switchTo(manager)
  expect(queryClient.getQueryData(kept.queryKey)).toEqual({ name: '例示 花子' })
  expect(asked).not.toContain('transactions/register/terms')
})
