import { act, cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../shell/queries/query-client.ts'
import { renderScreen } from '../shared/testing/render-screen.tsx'
import { guest, setSession } from '../shell/session/session-state.ts'
import './shared/calls.ts'
import { SettingsTab } from './office/SettingsTab.tsx'
import { StoreRegisters } from './office/StoreRegisters.tsx'
import { text as officeText } from './office/text.ts'
import { staffQuery, storesQuery } from './shared/queries.ts'
import { StaffTab } from './employees/StaffTab.tsx'
import { text as staffText } from './employees/text.ts'
import { text } from './shared/text.ts'

// What comes a moment later comes much later on a busy machine.
configure({ asyncUtilTimeout: 30_000 })

const clerk = {
  id: '00000000-0000-7000-8000-000000000004',
  number: 'E0003',
  name: '例田 花子',
  has_pin: true,
  details: {
    type: 'accounting',
    store_id: null,
    store_name: null,
    active: true,
    last_used_at: null,
    invited_until: null,
    let_in: null,
    may_change: true,
    own_customer: null,
  },
}
const setting = {
  key: 'deferred.write_off_days',
  group: 'later',
  value: 3,
  is_default: false,
  takes_two: false,
  updated_at: null,
  waiting: null,
}

const other = { ...clerk, id: '00000000-0000-7000-8000-000000000005', number: 'E0004', name: '仮名 次郎' }
let total: number

beforeEach(() => {
  total = 1
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(address, 'http://office')
    if (init?.method === 'POST')
      return Response.json({
        staff: { ...clerk, name: '新田 光' },
        invitation: {
          code: 'ABCD-EFGH',
          url: 'http://office/auth/forgot',
          expires_at: '2026-11-28T09:00:00Z',
        },
      })
    if (init?.method === 'PATCH') {
      const { value } = JSON.parse(String(init.body)) as { value: number }
      return Response.json({ ...setting, value })
    }
    if (pathname.includes('/setting')) return Response.json({ items: [setting], changes: [] })
    const isFirst = (searchParams.get('page') ?? '1') === '1'
    return Response.json({ items: isFirst ? [clerk] : [other], total, page: 1, limit: 20 })
  })
  queryClient.setQueryData(staffQuery().queryKey, { type: 'owner', store_id: null, store: null } as never)
  queryClient.setQueryData(storesQuery().queryKey, { items: [] })
  setSession({ status: 'signed_in', auth: { id: 'one', employee: { type: 'owner' } } as never })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  act(() => setSession(guest))
  vi.unstubAllGlobals()
})

const asked = () => screen.findByRole('alertdialog', { name: '変更を破棄しますか？' })
const answer = async (button: string) => {
  fireEvent.click(within(await asked()).getByRole('button', { name: button }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
}
const pane = () => within(screen.getByRole('complementary'))

test.each([
  ['the name of a member of staff', 'staff', clerk.id, staffText.name, '例田 華子'],
  ['their own account', 'staff', clerk.id, staffText.ownTyped, 'hanako'],
  ['a setting', 'settings', setting.key, officeText.value, '7'],
])('%s that is being typed is not left without a question', async (_, tab, id, label, typed) => {
  const { address } = await renderScreen(
    tab === 'staff' ? <StaffTab /> : <SettingsTab />,
    `/admin?tab=${tab}&id=${id}`,
    '/admin',
  )
  await screen.findByRole('complementary')
  fireEvent.change(pane().getByLabelText(label), { target: { value: typed } })
  fireEvent.click(pane().getByRole('button', { name: text.closePane }))
  await answer('続ける')
  expect(address()).toContain(`id=${id}`)
  expect(pane().getByLabelText<HTMLInputElement>(label).value).toBe(typed)
  fireEvent.click(pane().getByRole('button', { name: text.closePane }))
  await answer('破棄する')
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
})

test('a setting that was saved, or not touched at all, is left at once', async () => {
  const { address } = await renderScreen(<SettingsTab />, `/admin?tab=settings&id=${setting.key}`, '/admin')
  await screen.findByRole('complementary')
  fireEvent.change(pane().getByLabelText(officeText.value), { target: { value: '7' } })
  fireEvent.click(pane().getByRole('button', { name: officeText.save }))
  await screen.findByText(officeText.saved)
  fireEvent.click(pane().getByRole('button', { name: text.closePane }))
  await waitFor(() => expect(address()).toBe('/admin?tab=settings'))
})

test('somebody who is being taken on is not left without a question, and once they are nothing asks', async () => {
  const { address, go } = await renderScreen(<StaffTab />, '/admin?tab=staff', '/admin')
  fireEvent.click(await screen.findByRole('button', { name: staffText.add }))
  const sheet = within(await screen.findByRole('dialog', { name: staffText.createTitle }))
  fireEvent.change(sheet.getByLabelText(new RegExp(`^${staffText.name}`)), { target: { value: '新田 光' } })
  act(() => void go('/elsewhere'))
  await answer('続ける')
  fireEvent.click(sheet.getByRole('button', { name: staffText.create }))
  await screen.findByRole('dialog', { name: staffText.invitationTitle })
  expect(address()).toBe('/admin?tab=staff')
})

test('somebody stays open with what is typed of them while another page is leafed through', async () => {
  total = 21
  const { address } = await renderScreen(<StaffTab />, `/admin?tab=staff&id=${clerk.id}`, '/admin')
  await screen.findByRole('complementary')
  fireEvent.change(pane().getByLabelText(staffText.name), { target: { value: '例田 華子' } })
  fireEvent.click(screen.getByRole('button', { name: '次へ' }))
  await screen.findByText('仮名 次郎')
  expect(address()).toContain(`page=2&id=${clerk.id}`)
  expect(pane().getByLabelText<HTMLInputElement>(staffText.name).value).toBe('例田 華子')
  fireEvent.click(screen.getByRole('button', { name: /^E0004/ }))
  await answer('続ける')
  expect(pane().getByLabelText<HTMLInputElement>(staffText.name).value).toBe('例田 華子')
  fireEvent.click(screen.getByRole('button', { name: /^E0004/ }))
  await answer('破棄する')
  await waitFor(() => expect(pane().getByLabelText<HTMLInputElement>(staffText.name).value).toBe('仮名 次郎'))
})

const shop = {
  id: 'kanazawa',
  registers: [
    { id: 'one', number: 1, name: 'レジ1', closed_at: null },
    { id: 'two', number: 2, name: 'レジ2', closed_at: null },
  ],
} as never

test.each([
  ['of a register', `${officeText.registerName}（${officeText.register(2)}）`],
  ['of another one', officeText.registerName],
])('the name %s is not left without a question', async (_, label) => {
  const { address, go } = await renderScreen(
    <StoreRegisters store={shop} mayChange withStepUp={async () => null} />,
    '/admin?tab=stores&id=kanazawa',
    '/admin',
  )
  const field = await screen.findByLabelText<HTMLInputElement>(label)
  fireEvent.change(field, { target: { value: '催事レジ' } })
  act(() => void go('/admin?tab=stores'))
  await answer('続ける')
  expect(address()).toContain('id=kanazawa')
  expect(field.value).toBe('催事レジ')
  fireEvent.change(field, { target: { value: label === officeText.registerName ? '' : 'レジ2' } })
  act(() => void go('/admin?tab=stores'))
  await waitFor(() => expect(address()).toBe('/admin?tab=stores'))
})
