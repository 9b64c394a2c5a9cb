import type { PurchaseRefused } from '@shirogane/contract/wire/events'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../shell/queries/query-client.ts'
import { renderScreen } from '../../shared/testing/render-screen.tsx'
import { failedText } from './failed-text.ts'
import { FailedSheet } from './FailedSheet.tsx'
import { payCode } from './code/pay-code.ts'

const short: PurchaseRefused = {
  event_id: '1',
  code: 'INSUFFICIENT_BALANCE',
  shortage: 123_456_789,
  code_held: true,
}
let issued: number

beforeEach(() => {
  issued = 0
  vi.stubGlobal('fetch', async () => {
    issued += 1
    const code = { token: `T${issued}`, code: String(issued).padStart(16, '0'), ttl: 300, issued_at: '' }
    return new Response(JSON.stringify(code), { status: 200 })
  })
})
afterEach(() => {
  cleanup()
  payCode.drop()
  queryClient.clear()
  vi.unstubAllGlobals()
})

/** Opened as the socket opens it: what was refused stands in the entry of the history. */
async function sheet(refused: PurchaseRefused | null) {
  const onClose = vi.fn()
  const shown = await renderScreen(<FailedSheet onClose={onClose} />)
  const receive = (event: PurchaseRefused | null) =>
    act(() => shown.go('/screen', { replace: true, state: { refused: event ?? undefined } }))
  if (refused !== null) await receive(refused)
  await screen.findByRole('heading', { name: failedText.title })
  return { ...shown, receive, onClose }
}
const said = () => screen.getByRole('dialog').querySelector('[role=status]')?.textContent

test('a shortage is told to the yen, and the one button leads to the charge', async () => {
  await sheet(short)
  expect(said()).toBe('残高が不足しています(不足 123,456,789円)')
  expect(screen.getByRole('link', { name: 'チャージ' }).getAttribute('href')).toBe('/user/buy')
  expect(screen.queryByRole('button', { name: 'お店のスタッフに' })).toBeNull()
})

test('every other refusal leads to the staff, with no figure', async () => {
  for (const code of ['INSUFFICIENT_POINT', 'PAY_LIMIT_DAY', 'DEFERRED_OVERDUE'] as const) {
    const { onClose } = await sheet({ ...short, code, shortage: null })
    expect(said()).toBe('お店のスタッフにご確認ください')
    screen.getAllByRole('button', { name: '閉じる' }).at(-1)!.click()
    expect(onClose).toHaveBeenCalledOnce()
    cleanup()
  }
})

test('a second refusal takes the place of the first, and each gets a fresh code of its own', async () => {
  const { receive } = await sheet(short)
  await expect.poll(() => payCode.state().code?.token).toBeDefined()
  const first = payCode.state().code
  await receive({ ...short, event_id: '2', shortage: 300 })
  expect(said()).toBe('残高が不足しています(不足 300円)')
  await expect.poll(() => payCode.state().code?.token).not.toBe(first?.token)
})

test('a code that the register does not hold stays on the screen: the next try comes with it', async () => {
  const renew = vi.spyOn(payCode, 'renew')
  const { receive } = await sheet({ ...short, code_held: false })
  renew.mockClear()
  await receive({ ...short, event_id: '2', code_held: false })
  expect(renew).not.toHaveBeenCalled()
  renew.mockRestore()
})
