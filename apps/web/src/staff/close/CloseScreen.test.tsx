import { allTenders, eachOf, noTenders } from '@shirogane/domain/sales/tenders'
import type { ShopDay } from '@shirogane/contract/resources/brand/days'
import { act, cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../shell/queries/query-client.ts'
import { renderScreen } from '../../shared/testing/render-screen.tsx'
import '../shared/calls.ts'
import { chooseStore } from '../shared/device/device.ts'
import { dayQuery, staffQuery, storesQuery } from '../shared/queries.ts'
import CloseScreen from './CloseScreen.tsx'
import { text } from './text.ts'

// What comes a moment later comes much later on a busy machine.
configure({ asyncUtilTimeout: 30_000 })

const kanazawa = { id: 'kanazawa', code: 'KNZ1', name: '金沢本店', closed_on: null }
const kuramae = { id: 'kuramae', code: 'KRM1', name: '東京蔵前店', closed_on: null }

const none = { count: 0, total: 0 }
const tenders = eachOf(allTenders, () => none)
const figures = {
  sales: { ...none, gross: 0, discounts: 0, pieces: 0, members: 0, customers: 0 },
  voids: none,
  refunds: { ...none, ...noTenders, kept: 0 },
  net: 0,
  tenders,
  balance: { used_paid: 0, used_bonus: 0, given: 0 },
  charges: { ...none, cash: 0 },
  later: { given: 0, collected: 0, collected_cash: 0 },
  buybacks: none,
  corrections: 0,
  points: { granted: 0, used: 0, returned: 0, reclaimed: 0, expired: 0 },
  tax: [],
  hours: [],
  employees: [],
  departments: [],
  goods: [],
}

const cash = {
  carried: 50_000,
  float: null,
  sales: 0,
  refunds: 0,
  charges: 0,
  collections: 0,
  pay_in: 0,
  pay_out: 0,
  buybacks: 0,
  other: 0,
  expected: 50_000,
}

/** The drawer is to be counted, which is what must not be done for another shop. */
const dayOf = (store: typeof kanazawa) =>
  ({
    store,
    stores: [kanazawa, kuramae],
    date: '2026-11-24',
    current_date: '2026-11-24',
    status: 'open',
    as_of: '2026-11-24T09:00:00Z',
    figures,
    cash,
    opened: null,
    moves: [],
    reversals: [],
    corrections: [],
    papers: { printed: 0, formal: 0, stamps: none },
    closes: [],
    blockers: [],
    later_open: { customers: 0, total: 0 },
    closes_with_difference: 0,
    earlier_open: null,
    approval_from: 3_000,
  }) as unknown as ShopDay

/** Days that the server has still to answer. */
let waiting: Map<string | null, () => void>

beforeEach(() => {
  waiting = new Map()
  vi.stubGlobal('fetch', (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://till')
    if (!pathname.endsWith('/close')) return Promise.resolve(new Response('{}', { status: 503 }))
    const id = searchParams.get('store_id')
    return new Promise((answer) =>
      waiting.set(id, () => answer(Response.json(dayOf(id === 'kuramae' ? kuramae : kanazawa)))),
    )
  })
  queryClient.setQueryData(staffQuery().queryKey, {
    type: 'owner',
    store_id: null,
    store: null,
    permissions: [],
  } as never)
  queryClient.setQueryData(storesQuery().queryKey, { items: [kanazawa, kuramae] })
  queryClient.setQueryData(dayQuery({ store_id: 'kanazawa' }).queryKey, dayOf(kanazawa))
  act(() => chooseStore('kanazawa'))
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
  act(() => chooseStore(null))
})

const counting = () => screen.queryByRole('button', { name: text.reveal })
const chosen = () => screen.getByLabelText<HTMLSelectElement>(text.store).value

test.each([
  ['another shop', 'kuramae', 'kuramae'],
  ['head office again', null, 'kanazawa'],
])('while the day of %s loads, nothing of the one before can be used', async (_, id, shown) => {
  await renderScreen(<CloseScreen />, '/admin/close', '/admin/close')
  expect(counting()).not.toBeNull()
  act(() => chooseStore(id))
  expect(counting()).toBeNull()
  expect(chosen()).toBe(shown)
  await waitFor(() => expect(waiting.has(id)).toBe(true))
  waiting.get(id)!()
  await waitFor(() => expect(counting()).not.toBeNull())
  expect(chosen()).toBe(shown)
})

test('a count stays as far as it has come while the day cannot be asked for again', async () => {
  await renderScreen(<CloseScreen />, '/admin/close', '/admin/close')
  fireEvent.click(screen.getAllByRole('button', { name: /増やす/ })[0]!)
  expect(screen.getAllByText('¥10,000')).not.toHaveLength(0)
  const counted = document.querySelector('main, body')!.textContent
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}', { status: 503 })))
  await act(() => queryClient.refetchQueries(dayQuery({ store_id: 'kanazawa' })))
  await screen.findByText(/時点の内容です/)
  expect(document.querySelector('main, body')!.textContent.replace(/\d+:\d+時点の内容です/, '')).toBe(counted)
})

test('a date that is typed stays in its field while its day loads, and half a year asks for none', async () => {
  await renderScreen(<CloseScreen />, '/admin/close', '/admin/close')
  const field = screen.getByLabelText<HTMLInputElement>(text.date)
  const asked: (string | null)[] = []
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(new URL(address, 'http://till').searchParams.get('date'))
    return new Promise(() => {})
  })
  act(() => field.focus())
  for (const year of ['0002', '0020', '0202', '2025']) {
    fireEvent.change(field, { target: { value: `${year}-11-24` } })
    expect(field.value).toBe(`${year}-11-24`)
  }
  await waitFor(() => expect(asked).toEqual(['2025-11-24']))
  expect(field.value).toBe('2025-11-24')
  // After the field is left it says of which day the figures are.
  act(() => field.blur())
  expect(field.value).toBe('2026-11-24')
})

test('cash is put in and taken out on the day that is open, whichever day is looked at', async () => {
  const move = (id: string, reason: string) => ({
    id,
    number: id,
    act: 'pay_out',
    change: -1_000,
    reason,
    note: null,
    employee: { id: 'jiro', number: 'E0003', name: '仮名 次郎' },
    at: '2026-11-24T02:00:00Z',
  })
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://till')
    if (!pathname.endsWith('/close')) return new Response('{}', { status: 503 })
    const isBefore = searchParams.get('date') === '2026-11-23'
    return Response.json({
      ...dayOf(kanazawa),
      date: isBefore ? '2026-11-23' : '2026-11-24',
      moves: [isBefore ? move('one', '両替') : move('two', '経費')],
    })
  })
  await renderScreen(<CloseScreen />, '/admin/close?date=2026-11-23&sheet=cash', '/admin/close')
  const sheet = within(await screen.findByRole('dialog', { name: text.cashTitle }))
  const list = within((await sheet.findByRole('heading', { name: '今日の入出金' })).parentElement!)
  await list.findByText('経費')
  expect(list.queryByText('両替')).toBeNull()
  expect(sheet.getByText('2026年11月24日の入出金として記録します')).toBeDefined()
})

test('the float of an earlier day that is still to be closed is counted for that day', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit = {}) => {
    const { pathname } = new URL(address, 'http://till')
    if (pathname.endsWith('/float')) sent.push(JSON.parse(String(body)))
    return Response.json({ ...dayOf(kanazawa), date: '2026-11-23' })
  })
  await renderScreen(<CloseScreen />, '/admin/close?date=2026-11-23', '/admin/close')
  fireEvent.click(await screen.findByRole('button', { name: new RegExp(text.countFloat) }))
  const sheet = within(await screen.findByRole('dialog', { name: text.floatTitle }))
  fireEvent.click(sheet.getByRole('button', { name: text.floatSave }))
  await waitFor(() => expect(sent).toMatchObject([{ store_id: 'kanazawa', date: '2026-11-23' }]))
})

test.each([
  ['accounting', false],
  ['owner', true],
] as const)('how a close came out is there for %s to read', async (type, mayReopen) => {
  queryClient.setQueryData(staffQuery().queryKey, {
    type,
    store_id: null,
    store: null,
    permissions: [],
  } as never)
  const query = { store_id: 'kanazawa', date: '2026-11-23' }
  const close = {
    id: 'one',
    business_date: '2026-11-23',
    z_number: 7,
    revision: 1,
    reopened: null,
    counts: { 1000: 49 },
    counted: 49_000,
    over_short: -1_000,
    reason: '釣銭の渡し間違い',
    note: null,
    deposit: 0,
    carry: 49_000,
    approved_by: { name: '例田 花子' },
    seal: 'a'.repeat(64),
    closed_at: '2026-11-23T11:30:00Z',
    employee: { name: '仮名 次郎' },
  }
  queryClient.setQueryData(dayQuery(query).queryKey, {
    ...dayOf(kanazawa),
    date: query.date,
    status: 'closed',
    closes: [close],
  } as unknown as ShopDay)
  await renderScreen(<CloseScreen />, `/admin/close?store=kanazawa&date=${query.date}`, '/admin/close')
  const result = (await screen.findByRole('heading', { name: text.result })).closest('section')!
  expect(within(result).getByText('釣銭の渡し間違い')).toBeDefined()
  expect(within(result).getByText('例田 花子')).toBeDefined()
  expect(screen.queryByRole('button', { name: text.reopen }) !== null).toBe(mayReopen)
})

function serveCloses() {
  const closeOf = (at: number) => ({
    id: `close-${at}`,
    business_date: `2026-10-${String(at).padStart(2, '0')}`,
    z_number: at,
    revision: 1,
    reopened: null,
    counted: 50_000,
    over_short: 0,
    deposit: 0,
    closed_at: '2026-10-31T12:40:00Z',
    employee: { name: '仮名 次郎' },
  })
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://till')
    if (!pathname.endsWith('/closes')) return Response.json(dayOf(kanazawa))
    const page = Number(searchParams.get('page'))
    const items = Array.from({ length: 25 }, (_, at) => closeOf(25 - at)).slice((page - 1) * 20, page * 20)
    return Response.json({ items, total: 25, page, limit: 20 })
  })
}

test('whoever looks at a day out of the history comes back to the page that it stood on', async () => {
  serveCloses()
  const { back } = await renderScreen(<CloseScreen />, '/admin/close?view=history', '/admin/close')
  fireEvent.click(await screen.findByRole('button', { name: '次へ' }))
  await screen.findByText('21–25 / 25件')
  fireEvent.click(await screen.findByRole('button', { name: /2026.10.0?3/ }))
  await waitFor(() => expect(screen.queryByText('21–25 / 25件')).toBeNull())
  act(() => back())
  await screen.findByText('21–25 / 25件')
})

test('a page of the history that this shop has not is led to the last one that it has', async () => {
  serveCloses()
  const { address } = await renderScreen(<CloseScreen />, '/admin/close?view=history&page=9', '/admin/close')
  await screen.findByText('21–25 / 25件')
  expect(address()).toContain('page=2')
})

function serveReports(sales = 0): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://till')
    if (!pathname.endsWith('/report')) return Response.json(dayOf(kanazawa))
    const [from, until] = [searchParams.get('from')!, searchParams.get('until')!]
    asked.push(`${from} ${until}`)
    return Response.json({
      store: kanazawa,
      from,
      until,
      figures: { ...figures, sales: { ...figures.sales, count: sales } },
      days: [],
      before: { from, until, figures },
    })
  })
  return asked
}

test('a report is found again by its address, with its period and its day', async () => {
  const asked = serveReports()
  const { address } = await renderScreen(<CloseScreen />, '/admin/close?view=report', '/admin/close')
  fireEvent.click(await screen.findByRole('radio', { name: text.periods.month }))
  await waitFor(() => expect(asked).toContain('2026-11-01 2026-11-30'))
  fireEvent.click(screen.getByRole('button', { name: text.before }))
  await waitFor(() => expect(asked).toContain('2026-10-01 2026-10-31'))
  expect(address()).toBe('/admin/close?view=report&period=month&on=2026-10-01')
  cleanup()
  await renderScreen(<CloseScreen />, address(), '/admin/close')
  await screen.findByText('2026/10/01(木)〜2026/10/31(土)')
})

test.each(['2026-02-30', '2026-11-25', 'monday'])('a report of %s is one of today', async (on) => {
  const asked = serveReports()
  await renderScreen(<CloseScreen />, `/admin/close?view=report&period=year&on=${on}`, '/admin/close')
  await waitFor(() => expect(asked).toEqual(['2026-11-24 2026-11-24']))
})

test('and so are the parts that it is told by, and whether it is a table', async () => {
  serveReports(1)
  const { address } = await renderScreen(<CloseScreen />, '/admin/close?view=report', '/admin/close')
  fireEvent.click(await screen.findByRole('button', { name: text.asTable }))
  fireEvent.click(await screen.findByRole('radio', { name: text.bys.staff }))
  await waitFor(() => expect(address()).toBe('/admin/close?view=report&by=staff&as=table'))
  fireEvent.click(screen.getByRole('button', { name: text.before }))
  await waitFor(() => expect(address()).toContain('on=2026-11-23&by=staff&as=table'))
  cleanup()
  await renderScreen(<CloseScreen />, address(), '/admin/close')
  await screen.findByRole('button', { name: text.asChart })
  expect(screen.getByRole<HTMLInputElement>('radio', { name: text.bys.staff }).checked).toBe(true)
})
