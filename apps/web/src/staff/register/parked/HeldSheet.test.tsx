import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../shell/queries/query-client.ts'
import { renderScreen } from '../../../shared/testing/render-screen.tsx'
import '../../shared/calls.ts'
import { HeldSheet } from './HeldSheet.tsx'

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const machine = { held: { subscribe: () => () => {}, list: () => none } }
const none: readonly never[] = []

async function nameFor(state: object): Promise<string> {
  const all = { lines: [{}], looking: [], is_scanning: false, parked: null, member: null, ...state }
  await renderScreen(
    <HeldSheet
      machine={machine as never}
      state={all as never}
      registerId="register"
      isOnline={false}
      onClose={() => {}}
    />,
  )
  return screen.getByLabelText<HTMLInputElement>('名前').value
}
const member = (name: string) => ({ member: { customer: { name } } })

// All staff of the shop see the list of carts, those too who may not read customers: a name is masked there.
test.each([
  ['例示 花子', '例＊ 花＊'],
  ['𠮷野 さくら', '𠮷＊ さ＊'],
  ['hanako', 'h＊'],
])('a cart of %s is offered the name %s', async (name, offered) => {
  expect(await nameFor(member(name))).toBe(offered)
})

test('a cart that waited before keeps its name, and one without a member is called after the time', async () => {
  expect(await nameFor({ ...member('例示 花子'), parked: { name: '指輪のお直し' } })).toBe('指輪のお直し')
  cleanup()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T02:05:00Z') })
  expect(await nameFor({})).toBe('11:05')
})

// The server says whether another register has it: the clock of a register may be wrong, and its sheet stays open.
test('a cart that another register has in hand is not taken, whatever the clock of this register says', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T02:05:00Z') })
  const one = {
    id: 'one',
    name: '指輪のお直し',
    status: 'resumed',
    version: 2,
    total: 8_800,
    pieces: 1,
    items: [],
    customer: null,
    store: { id: 'store', code: 'KNZ1', name: '金沢本店' },
    register: { id: 'another', number: 2 },
    employee: '例示 太郎',
    parked_at: '2026-11-24T01:40:00Z',
    expires_at: '2026-11-26T01:40:00Z',
    keeps_goods: false,
    held_until: '2026-11-24T02:00:00Z',
  }
  vi.stubGlobal('fetch', async () => Response.json({ items: [one], total: 1, page: 1, limit: 100 }))
  const empty = { lines: [], looking: [], is_scanning: false, parked: null, member: null }
  await renderScreen(
    <HeldSheet
      machine={machine as never}
      state={empty as never}
      registerId="register"
      isOnline
      onClose={() => {}}
    />,
  )
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: '呼び出す' })).disabled).toBe(true)
})
