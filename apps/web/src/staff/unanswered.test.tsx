// What is done at a register and not heard of: a clerk who closes the page and enters the same again asks under the
// same key.
import { cleanup, configure, fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../shell/queries/query-client.ts'
import { renderScreen } from '../shared/testing/render-screen.tsx'
import './shared/calls.ts'
import { CashSheet } from './close/CashSheet.tsx'
import { text as closeText } from './close/text.ts'
import { memberQuery } from './shared/queries.ts'
import { CollectSheet } from './register/deferred/CollectSheet.tsx'
import { deferredListQuery } from './register/deferred/queries.ts'
import { text as deferredText } from './register/deferred/text.ts'
import PointScreen from './register/point/PointScreen.tsx'
import { text as pointText } from './register/point/text.ts'
import { scanGapMs } from './shared/scanner/keyboard-scanner.ts'

// What comes a moment later comes much later on a busy machine.
configure({ asyncUtilTimeout: 30_000 })
vi.mock('./register/deferred/LimitAndNotes.tsx', () => ({ LimitAndNotes: () => null }))
const agreed = '承認した'
vi.mock('./shared/forms/AskApproval.tsx', () => ({
  AskApproval: ({ onApproved }: { onApproved: (id: string) => void }) => (
    <button onClick={() => onApproved('approval')}>{agreed}</button>
  ),
}))

const sale = { id: 'sale', number: 'KNZ1-1', remaining: 9_000, days_late: 0, store: { name: '金沢本店' } }
const debtor = {
  user: { id: 'hanako', name: '例示 花子' },
  transactions: [{ ...sale, bought_on: '2026-11-01', due_on: '2026-12-01' }],
  total: 9_000,
}
const hanako = {
  id: 'hanako',
  name: '例示 花子',
  avatar: null,
  level: { current_level: 1, name: '新月' },
  wallet: { point_balance: 0, balance: 0 },
}
const day = { date: '2026-11-24', current_date: '2026-11-24', store: { id: 'kanazawa' }, moves: [] } as never

let answer: () => Response
let keys: (string | undefined)[]
let bodies: { points?: number; approval_id?: string }[]
beforeEach(() => {
  sessionStorage.clear()
  keys = []
  bodies = []
  answer = () => {
    throw new TypeError('Failed to fetch')
  }
  vi.stubGlobal('fetch', async (_address: string, { method, headers, body }: RequestInit) => {
    if (method === 'GET') return new Response('{}', { status: 503 })
    keys.push((headers as Record<string, string>)['Idempotency-Key'])
    bodies.push(JSON.parse(String(body)))
    return answer()
  })
  queryClient.setQueryData(deferredListQuery('hanako').queryKey, {
    items: [debtor],
    write_off_days: 90,
  } as never)
  queryClient.setQueryData(memberQuery('hanako').queryKey, hanako as never)
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

/** Opens it, enters so much, sends it and leaves again without an answer. */
type Entry = { page: ReactElement; enter: (amount: number) => Promise<void> }

/** Types as a hand does: keys that follow each other faster are those of a scanner. */
const person = userEvent.setup({ delay: scanGapMs * 2 })
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const entries: Record<string, Entry> = {
  'cash that is put into the drawer': {
    page: <CashSheet day={day} onClose={() => {}} />,
    enter: async (amount) => {
      await person.type(await screen.findByLabelText(new RegExp(`^${closeText.cashAmount}`)), String(amount))
      await press(closeText.cashSave.pay_in)
      await screen.findByText(/^通信できませんでした。/)
    },
  },
  'what is collected of a debt': {
    page: <CollectSheet userId="hanako" registerId="one" onCollected={() => {}} onClose={() => {}} />,
    enter: async (amount) => {
      const field = await screen.findByLabelText(deferredText.pay)
      await person.clear(field)
      await person.type(field, String(amount))
      await press(deferredText.collect)
      await screen.findByText(deferredText.unknown)
    },
  },
  'points that are given to a member': {
    page: <PointScreen registerId="one" />,
    enter: async (amount) => {
      await screen.findByText('例示 花子 様')
      for (const digit of String(amount)) await press(digit)
      await press(pointText.toConfirm(amount))
      await press(pointText.giveYes)
      await screen.findByText(/^通信できませんでした。/)
    },
  },
}

test.each(Object.entries(entries))(
  '%s keeps its key over the end of its page',
  async (_, { page, enter }) => {
    const enterAnew = async (amount: number) => {
      await renderScreen(page, '/screen?id=hanako')
      await enter(amount)
      cleanup()
    }
    await enterAnew(300)
    await enterAnew(300)
    expect(keys[1]).toBe(keys[0])
    // Another amount is another wish.
    await enterAnew(400)
    expect(keys).toHaveLength(3)
    expect(keys[2]).not.toBe(keys[0])
  },
)

test('cash that had been moved before is told of as such, and the next is moved anew', async () => {
  const onClose = vi.fn()
  await renderScreen(<CashSheet day={day} onClose={onClose} />)
  await entries['cash that is put into the drawer']!.enter(300)
  const move = {
    id: 'm',
    act: 'pay_in',
    change: 300,
    at: '2026-11-24T02:00:00Z',
    reason: '両替',
    note: null,
    employee: { name: '見本 桜' },
  }
  answer = () => Response.json(move, { headers: { 'Idempotency-Replayed': 'true' } })
  await press(closeText.cashSave.pay_in)
  // The sheet itself says so until the clerk has read it, and moves nothing more.
  await screen.findByText('2026/11/24(火) 11:00の操作の結果です。今回は処理していません。')
  await screen.findByText('+¥300')
  expect(screen.queryByRole('button', { name: closeText.cashSave.pay_in })).toBeNull()
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.click(screen.getAllByRole('button', { name: closeText.cashClose }).at(-1)!)
  expect(onClose).toHaveBeenCalledOnce()
  cleanup()
  await renderScreen(<CashSheet day={day} onClose={onClose} />)
  await person.type(await screen.findByLabelText(new RegExp(`^${closeText.cashAmount}`)), '300')
  answer = () => Response.json(move)
  await press(closeText.cashSave.pay_in)
  await screen.findByText(closeText.cashSaved.pay_in)
  expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false])
})

test("a second person's approval goes out again with the points that it was given for, and with no others", async () => {
  const { page } = entries['points that are given to a member']!
  const send = async (amount: number) => {
    await press(pointText.toConfirm(amount))
    await press(pointText.giveYes)
  }
  const refusal = { code: 'APPROVAL_REQUIRED', message: '責任者の承認が必要です。' }
  const lost = answer
  answer = () => Response.json(refusal, { status: 403 })
  await renderScreen(page, '/screen?id=hanako')
  await screen.findByText('例示 花子 様')
  for (const digit of '300') await press(digit)
  await send(300)
  answer = lost
  await press(agreed)
  await screen.findByText(/^通信できませんでした。/)
  await send(300)
  await screen.findByText(/^通信できませんでした。/)
  expect(keys[2]).toBe(keys[1])
  expect(bodies.map(({ approval_id }) => approval_id)).toEqual([undefined, 'approval', 'approval'])
  await press('0')
  await send(3_000)
  await screen.findByText(/^通信できませんでした。/)
  expect(bodies[3]).toMatchObject({ points: 3_000 })
  expect(bodies[3]).not.toHaveProperty('approval_id')
})
