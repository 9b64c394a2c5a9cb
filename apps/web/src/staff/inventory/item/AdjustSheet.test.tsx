import type { StockDetail } from '@shirogane/contract/resources/brand/inventory'
import { cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../shell/queries/query-client.ts'
import { renderScreen } from '../../../shared/testing/render-screen.tsx'
import '../../shared/calls.ts'
import { AdjustSheet } from './AdjustSheet.tsx'
import { text } from '../text.ts'

// What comes a moment later comes much later on a busy machine.
configure({ asyncUtilTimeout: 30_000 })

const item = {
  id: 'cup',
  name: '鎚目ぐい呑み',
  stores: [{ id: 'kanazawa', name: '金沢本店', quantity: 40, hold: 0, damaged: 0 }],
} as unknown as StockDetail

/** The limit that the settings give the clerk who stands here. */
let alone: number
let moved: { quantity: number; approval_id?: string }[]
let asked: { id: string; kind: string; amount: number }[]

beforeEach(() => {
  moved = []
  asked = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const body = init.body === undefined ? {} : JSON.parse(init.body as string)
    if (address.endsWith('/v1/approvals')) {
      asked.push(body)
      return Response.json({ id: body.id, status: 'waiting' })
    }
    if (address.includes('/v1/approvals/'))
      return Response.json({ ...asked[0], status: 'approved', deciders: [], note: '', expires_at: '' })
    moved.push(body)
    if (Math.abs(body.quantity) <= alone || body.approval_id !== undefined)
      return Response.json({ id: 'act', movements: [] })
    return Response.json({ code: 'APPROVAL_REQUIRED', message: '承認が必要です' }, { status: 403 })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

async function adjust(pieces: number) {
  const closed = vi.fn()
  await renderScreen(<AdjustSheet item={item} store="kanazawa" onClose={closed} />)
  // The books of which shop: head office sees all of them.
  expect(screen.getByText('金沢本店 鎚目ぐい呑み')).toBeDefined()
  fireEvent.change(screen.getByLabelText(text.pieces), { target: { value: String(pieces) } })
  fireEvent.click(screen.getByRole('button', { name: text.doIt.adjust }))
  await waitFor(() => expect(closed).toHaveBeenCalled())
}

test('what the brand lets somebody decide alone needs nobody else, however many pieces that are', async () => {
  alone = 20
  await adjust(20)
  expect(asked).toEqual([])
  expect(moved).toMatchObject([{ quantity: -20 }])
})

test('one piece more than the brand has set asks a second person, and goes out with their approval', async () => {
  alone = 2
  await adjust(3)
  expect(asked).toMatchObject([{ kind: 'stock_adjust', amount: 3 }])
  expect(moved).toMatchObject([{ quantity: -3 }, { quantity: -3, approval_id: asked[0]!.id }])
})
