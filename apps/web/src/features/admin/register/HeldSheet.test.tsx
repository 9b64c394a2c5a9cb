import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderScreen } from '../../../lib/render-screen.tsx'
import { HeldSheet } from './HeldSheet.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const till = { held: { subscribe: () => () => {}, list: () => none } }
const none: readonly never[] = []

async function nameFor(state: object): Promise<string> {
  const all = { lines: [{}], looking: [], is_scanning: false, parked: null, member: null, ...state }
  await renderScreen(
    <HeldSheet
      till={till as never}
      state={all as never}
      registerId="register"
      isOnline={false}
      onClose={() => {}}
    />,
  )
  return screen.getByLabelText<HTMLInputElement>('名前').value
}
const member = (name: string) => ({ member: { customer: { name } } })

// Everybody at the shop sees the list of carts, and a name is read there by nobody who may not read customers.
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
