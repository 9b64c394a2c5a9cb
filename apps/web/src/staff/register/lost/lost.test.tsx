import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../shell/queries/query-client.ts'
import { renderScreen } from '../../../shared/testing/render-screen.tsx'
import '../../shared/calls.ts'
import { keepMovements } from '../../shared/device/journal.ts'
import { RegisterStrip } from '../layout/RegisterStrip.tsx'
import { LostSheet } from './LostSheet.tsx'

const restoredAt = '2026-11-27T04:00:00.000Z'
const keep = (id: string, at: string, given: object = {}) =>
  keepMovements('transactions.chargeCash', {
    id,
    number: `KNZ1-${id}`,
    spent_total: 1_100,
    tenders: { balance: 0 },
    store: { id: 'shop' },
    completed_at: at,
    ...given,
  })

let missing: string[]
let isDown: boolean
let asked: string[][]
beforeEach(() => {
  localStorage.clear()
  queryClient.clear()
  missing = []
  isDown = false
  asked = []
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const url = input instanceof Request ? input.url : String(input)
    if (url.includes('register/terms')) return Response.json({ restored_at: terms })
    if (url.includes('employeeDetails')) return Response.json({ store_id: 'shop' })
    if (isDown) return Response.json({ code: 'INTERNAL_ERROR', message: '' }, { status: 503 })
    const { ids } = JSON.parse(String(init?.body)) as { ids: string[] }
    asked.push(ids)
    return Response.json({ missing: ids.filter((id) => missing.includes(id)) })
  })
})
let terms: string | null = restoredAt
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  terms = restoredAt
})

const strip = {
  machine: {} as never,
  notice: null,
  bill: { remaining: 0 } as never,
  isFloatMissing: false,
  onConfirmAgain: () => {},
  onSign: null,
  onFillByCash: () => {},
}
const both = (
  <>
    <RegisterStrip {...strip} />
    <LostSheet onClose={() => {}} />
  </>
)

test('what the books have lost is listed until somebody has rung it up again, also after a reload', async () => {
  keep('one', '2026-11-27T02:00:00.000Z')
  keep('two', '2026-11-27T03:00:00.000Z', { type: 'charge', spent_total: 0, received_wallet: 5_000 })
  keep('kept', '2026-11-27T03:30:00.000Z')
  keep('elsewhere', '2026-11-27T03:40:00.000Z', { store: { id: 'another shop' } })
  missing = ['one', 'two', 'elsewhere']
  await renderScreen(both)
  await screen.findByText('サーバーの復旧により、この端末の取引2件が記録から失われています。')
  expect(asked).toEqual([['one', 'two', 'kept', 'elsewhere']])
  const rows = () => within(screen.getByRole('list', { name: '失われた取引' })).getAllByRole('listitem')
  expect(rows().map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^KNZ1-one¥1,100.*会計　11\/27\(金\) 11:00登録し直した$/),
    expect.stringMatching(/^KNZ1-two¥5,000.*チャージ　11\/27\(金\) 12:00登録し直した$/),
  ])

  const user = userEvent.setup()
  await user.click(screen.getByRole('checkbox', { name: 'KNZ1-oneを登録し直した' }))
  expect(screen.getByText(/取引1件が記録から失われています/)).toBeDefined()
  cleanup()
  queryClient.clear()
  await renderScreen(both)
  await screen.findByText(/取引1件が記録から失われています/)
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
  expect(box('KNZ1-oneを登録し直した').checked).toBe(true)
  await user.click(box('KNZ1-twoを登録し直した'))
  expect(screen.queryByText(/件が記録から失われています/)).toBeNull()
  // The way back to a mark that was a slip.
  expect(screen.getByText('記録から失われた取引は、すべて登録し直されました。')).toBeDefined()
  await user.click(box('KNZ1-oneを登録し直した'))
  expect(screen.getByText(/取引1件が記録から失われています/)).toBeDefined()
  await user.click(box('KNZ1-oneを登録し直した'))
  cleanup()
  await renderScreen(both)
  await screen.findByRole('list', { name: '失われた取引' })
  expect(screen.queryByText('記録から失われた取引は、すべて登録し直されました。')).toBeNull()
})

test('nobody is told that nothing is lost before the books have answered', async () => {
  keep('one', '2026-11-27T02:00:00.000Z')
  isDown = true
  await renderScreen(both)
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(screen.queryByText('失われた取引はありません')).toBeNull()
})

test('a long week is asked for in parts', async () => {
  for (let n = 0; n < 501; n += 1) keep(String(n), '2026-11-27T02:00:00.000Z')
  missing = ['500']
  await renderScreen(both)
  await screen.findByText(/取引1件が記録から失われています/)
  expect(asked.map((ids) => ids.length)).toEqual([500, 1])
})

test('books that never went back are asked nothing', async () => {
  terms = null
  keep('one', '2026-11-27T02:00:00.000Z')
  await renderScreen(both)
  await screen.findByText('失われた取引はありません')
  expect(asked).toEqual([])
})
