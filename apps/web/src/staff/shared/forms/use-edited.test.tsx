import { act, cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../shell/queries/query-client.ts'
import { refetched } from '../../../shell/queries/queries.ts'
import { renderScreen } from '../../../shared/testing/render-screen.tsx'
import { guest, setSession } from '../../../shell/session/session-state.ts'
import '../calls.ts'
import { CatalogueTab } from '../../catalogue/CatalogueTab.tsx'
import { text as articleText } from '../../catalogue/text.ts'
import { SettingsTab } from '../../office/SettingsTab.tsx'
import { text as officeText } from '../../office/text.ts'
import { CampaignForm } from '../../points/CampaignForm.tsx'
import { LevelsTab } from '../../points/LevelsTab.tsx'
import { text as levelText } from '../../points/levels-text.ts'
import { text as campaignText } from '../../points/text.ts'
import { staffQuery, storesQuery } from '../queries.ts'
import { StaffTab } from '../../employees/StaffTab.tsx'
import { text as staffText } from '../../employees/text.ts'
import { text } from '../text.ts'

// What comes a moment later comes much later on a busy machine.
configure({ asyncUtilTimeout: 30_000 })

const rank = {
  id: '00000000-0000-7000-8000-000000000001',
  level_index: 1,
  name: 'つちめ',
  quota: 30_000,
  point_rate: 200,
  birthday_points: 500,
  benefits: ['クリーニング無料'],
  members: 3,
}
const article = {
  id: '00000000-0000-7000-8000-000000000002',
  sku: 'RG001-11',
  barcode: '4900000000018',
  name: '甲丸の指輪',
  price: 12_000,
  tax_rate: 1_000,
  picture: 'ring',
  category: 'ring',
  not_returnable: null,
  stocked: true,
  fineness: null,
  weight_mg: null,
  size: '11',
  silver: null,
  quick_order: null,
  active: true,
  photo: null,
  version: 1,
  changes: [],
}
const campaign = {
  id: '00000000-0000-7000-8000-000000000003',
  name: '冬の銀器フェア',
  description: '',
  kind: 'rate_add' as const,
  rate_bp: 200,
  factor_bp: null,
  points: null,
  stackable: true,
  starts_at: '2026-11-20T03:11:00.000Z',
  ends_at: '2026-12-20T03:11:00.000Z',
  needs_entry: false,
  payment_min: 1,
  store_ids: null,
  level_indexes: null,
  member_max: null,
  budget: 5_000,
  points_days: null,
  state: 'running' as const,
  given: 0,
  payments: 0,
  members: 0,
  entries: 0,
  exceeds_premium: false,
  created_at: '2026-11-20T03:11:00.000Z',
  changes: [],
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

const shop = {
  id: '00000000-0000-7000-8000-000000000005',
  code: 'KNZ1',
  name: '金沢本店',
  postcode: '9200981',
  address: '石川県金沢市片町0-0-0',
  phone: '076-000-0000',
  day_start: '05:00',
  stock_below_zero: false,
  register_refund_max: null,
  registers: [],
  devices: [],
  closed_on: null,
  closing: [],
  later_open: { customers: 0, total: 0 },
  changes: [],
}

/** What the brand holds, which a colleague may change at any time. */
let held: Record<string, unknown>
let sent: Record<string, unknown>[]
let holds: (body: Record<string, unknown>) => boolean
let isReadable: boolean

const conflict = () =>
  Response.json({ code: 'CONFLICT', message: 'ほかの操作で更新されました。', fields: {} }, { status: 409 })

beforeEach(() => {
  sent = []
  isReadable = true
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const { pathname } = new URL(address, 'http://office')
    if (init?.method === 'PATCH' || init?.method === 'PUT') {
      const body = JSON.parse(String(init.body)) as Record<string, unknown>
      sent.push(body)
      if (!holds(body)) return conflict()
      const { before: _, version: __, ...changed } = body
      held = { ...held, ...changed }
      if ('details' in held) held = { ...held, details: { ...(held['details'] as object), ...changed } }
      return Response.json(held)
    }
    if (!isReadable) return Response.json({}, { status: 404 })
    if (pathname.endsWith('/stores')) return Response.json({ items: [shop] })
    if (pathname.includes('/stores/')) return Response.json(held)
    if (pathname.endsWith('/staff/list'))
      return Response.json({ items: [held], total: 1, page: 1, limit: 20 })
    if (pathname.endsWith('/admin/levels')) return Response.json({ items: [held], changes: [] })
    if (pathname.endsWith('/admin/silver')) return Response.json({ price_per_g: 400, items: [], changes: [] })
    if (pathname.includes('/setting')) return Response.json({ items: [held], changes: [] })
    if (pathname.endsWith('/skus')) return Response.json({ items: [held], total: 1, page: 1, limit: 20 })
    if (pathname.includes('/skus/')) return Response.json(held)
    if (pathname.includes('/admin/campaigns/')) return Response.json(held)
    return Response.json({ items: [], total: 0 })
  })
  queryClient.setQueryData(staffQuery().queryKey, { type: 'owner', store_id: null, store: null } as never)
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  act(() => setSession(guest))
  vi.unstubAllGlobals()
})

const pane = () => within(screen.getByRole('complementary'))
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(pane().getByLabelText(label), { target: { value } })

test('a rank is saved in what was typed alone, and not over a rate that a colleague has changed', async () => {
  held = rank
  holds = ({ before }) => (before as { benefits?: string[] }).benefits?.join() === 'クリーニング無料'
  await renderScreen(<LevelsTab />, `/admin?tab=levels&id=${rank.id}`, '/admin')
  await screen.findByRole('complementary')
  held = { ...rank, point_rate: 250 }
  type(levelText.benefits, 'クリーニング無料\n刻印無料')
  fireEvent.click(pane().getByRole('button', { name: levelText.save }))
  await waitFor(() =>
    expect(sent).toEqual([
      { benefits: ['クリーニング無料', '刻印無料'], before: { benefits: ['クリーニング無料'] } },
    ]),
  )
  await waitFor(() => expect(held['point_rate']).toBe(250))
})

test('what was seen of a rank is what the brand holds, and not what the fields make of it', async () => {
  held = { ...rank, benefits: ['クリーニング無料 '] }
  holds = () => true
  await renderScreen(<LevelsTab />, `/admin?tab=levels&id=${rank.id}`, '/admin')
  await screen.findByRole('complementary')
  type(levelText.benefits, '刻印無料')
  fireEvent.click(pane().getByRole('button', { name: levelText.save }))
  await waitFor(() =>
    expect(sent).toEqual([{ benefits: ['刻印無料'], before: { benefits: ['クリーニング無料 '] } }]),
  )
})

test('whoever changes the same figure is told of the other change, and keeps what they typed', async () => {
  held = rank
  holds = ({ before }) => (before as { point_rate: number }).point_rate === held['point_rate']
  await renderScreen(<LevelsTab />, `/admin?tab=levels&id=${rank.id}`, '/admin')
  await screen.findByRole('complementary')
  held = { ...rank, name: '槌目', point_rate: 250 }
  type(levelText.rate, '3')
  fireEvent.click(pane().getByRole('button', { name: levelText.save }))
  await screen.findByText(text.changedMeanwhile)
  expect(pane().getByText(levelText.arrow('2.5%', '3%'))).toBeDefined()
  expect(pane().getByLabelText<HTMLInputElement>(/^名称/).value).toBe('槌目')
  fireEvent.click(pane().getByRole('button', { name: levelText.save }))
  await screen.findByText(levelText.saved)
  expect(sent.at(-1)).toEqual({ point_rate: 300, before: { point_rate: 250 } })
})

test('an article that has changed behind an open form is not put back, though it came again meanwhile', async () => {
  held = article
  holds = ({ version }) => version === held['version']
  await renderScreen(<CatalogueTab />, `/admin?tab=catalogue&id=${article.id}`, '/admin')
  fireEvent.click(await screen.findByRole('button', { name: articleText.edit }))
  held = { ...article, price: 15_000, version: 2 }
  await act(() => refetched('skus.show'))
  type(articleText.fields['size']!, '13')
  fireEvent.click(pane().getByRole('button', { name: articleText.save }))
  await screen.findByText(text.changedMeanwhile)
  expect(pane().getByLabelText<HTMLInputElement>(/^価格（税込）/).value).toBe('15000')
  fireEvent.click(pane().getByRole('button', { name: articleText.save }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toMatchObject({ version: 2, price: 15_000, size: '13' })
})

test('a campaign keeps what nobody typed, the very moment of its end among it', async () => {
  held = campaign
  holds = () => true
  const done = vi.fn<() => void>()
  await renderScreen(<CampaignForm campaign={campaign} stores={[]} onDone={done} onCancel={() => {}} />)
  fireEvent.change(screen.getByLabelText(campaignText.fields['description']!), {
    target: { value: '店頭限定' },
  })
  fireEvent.click(screen.getByRole('button', { name: campaignText.save }))
  await waitFor(() => expect(done).toHaveBeenCalled())
  expect(sent).toEqual([{ description: '店頭限定', before: { description: '' } }])
})

test('a setting that a colleague was faster with keeps what was typed, and says so', async () => {
  held = setting
  holds = ({ before }) => before === held['value']
  await renderScreen(<SettingsTab />, `/admin?tab=settings&id=${setting.key}`, '/admin')
  await screen.findByRole('complementary')
  held = { ...setting, value: 5 }
  type(officeText.value, '7')
  fireEvent.click(pane().getByRole('button', { name: officeText.save }))
  await screen.findByText(text.changedMeanwhile)
  expect(pane().getByLabelText<HTMLInputElement>(officeText.value).value).toBe('7')
  fireEvent.click(pane().getByRole('button', { name: officeText.save }))
  await waitFor(() => expect(sent.at(-1)).toEqual({ before: 5, value: 7 }))
})

test('a shop shows what was saved, also where it cannot be read again', async () => {
  held = shop
  holds = () => true
  await renderScreen(<SettingsTab />, `/admin?tab=settings&id=store:${shop.id}`, '/admin')
  await screen.findByRole('textbox', { name: officeText.storeFields.phone })
  type(officeText.storeFields.phone, '076-111-1111')
  isReadable = false
  fireEvent.click(pane().getByRole('button', { name: officeText.save }))
  await screen.findByText(officeText.saved)
  expect(pane().getByLabelText<HTMLInputElement>(officeText.storeFields.phone).value).toBe('076-111-1111')
})

test('a setting shows what was saved, also where it cannot be read again', async () => {
  held = setting
  holds = () => true
  await renderScreen(<SettingsTab />, `/admin?tab=settings&id=${setting.key}`, '/admin')
  await screen.findByRole('complementary')
  type(officeText.value, '7')
  isReadable = false
  fireEvent.click(pane().getByRole('button', { name: officeText.save }))
  await screen.findByText(officeText.saved)
  expect(pane().getByLabelText<HTMLInputElement>(officeText.value).value).toBe('7')
})

test('a member of staff has the name that was saved, also where it cannot be read again', async () => {
  held = clerk
  holds = () => true
  await renderScreen(<StaffTab />, `/admin?tab=staff&id=${clerk.id}`, '/admin')
  await screen.findByRole('complementary')
  type(staffText.name, '例田 華子')
  isReadable = false
  fireEvent.click(pane().getByRole('button', { name: staffText.save }))
  await screen.findByText(staffText.saved)
  expect(pane().getByRole('heading', { name: '例田 華子' })).toBeDefined()
  expect(pane().getByLabelText<HTMLInputElement>(staffText.name).value).toBe('例田 華子')
})

test('whoever is given another role keeps the name that a colleague gave them meanwhile', async () => {
  held = clerk
  holds = () => true
  setSession({ status: 'signed_in', auth: { id: 'one', employee: { type: 'owner' } } as never })
  await renderScreen(<StaffTab />, `/admin?tab=staff&id=${clerk.id}`, '/admin')
  await screen.findByRole('complementary')
  held = { ...clerk, name: '例田 華子' }
  type(staffText.role, 'kyc_reviewer')
  fireEvent.click(pane().getByRole('button', { name: staffText.save }))
  fireEvent.click(await screen.findByRole('button', { name: staffText.moveConfirm }))
  await waitFor(() =>
    expect(sent).toEqual([{ type: 'kyc_reviewer', before: { type: 'accounting', store_id: null } }]),
  )
})

test('a role is given for the shop that was seen, and whoever moved them meanwhile is not overruled', async () => {
  const kanazawa = { id: 'kanazawa', code: 'KNZ1', name: '金沢本店', closed_on: null }
  const kuramae = { id: 'kuramae', code: 'KRM1', name: '東京蔵前店', closed_on: null }
  queryClient.setQueryData(storesQuery().queryKey, { items: [kanazawa, kuramae] })
  const inShop = { ...clerk, details: { ...clerk.details, type: 'register', store_id: 'kanazawa' } }
  held = inShop
  holds = ({ before }) =>
    (before as { store_id: string }).store_id === (held['details'] as { store_id: string }).store_id
  setSession({ status: 'signed_in', auth: { id: 'one', employee: { type: 'owner' } } as never })
  await renderScreen(<StaffTab />, `/admin?tab=staff&id=${clerk.id}`, '/admin')
  await screen.findByRole('complementary')
  held = { ...inShop, details: { ...inShop.details, store_id: 'kuramae' } }
  type(staffText.role, 'manager')
  const save = async () => {
    fireEvent.click(pane().getByRole('button', { name: staffText.save }))
    fireEvent.click(await screen.findByRole('button', { name: staffText.moveConfirm }))
  }
  await save()
  await screen.findByText(text.changedMeanwhile)
  expect(pane().getByLabelText<HTMLSelectElement>(staffText.role).value).toBe('manager')
  expect(pane().getByLabelText<HTMLSelectElement>(staffText.store).value).toBe('kuramae')
  await save()
  await screen.findByText(staffText.saved)
  expect(sent.at(-1)).toEqual({ type: 'manager', before: { type: 'register', store_id: 'kuramae' } })
})
