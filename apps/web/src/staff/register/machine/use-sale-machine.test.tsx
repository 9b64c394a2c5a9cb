import { errors } from '@shirogane/contract/wire/errors'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import '../../shared/calls.ts'
import { isUnderWay } from './sale-state.ts'
import { useSaleMachine } from './use-sale-machine.ts'

vi.mock('../../../shell/realtime/realtime.ts', () => ({ openLive: async () => () => {} }))

/** The paths that were asked, in their order. */
let asked: string[] = []
const json = (status: number, code: 'OVERLOADED' | 'DISK_FULL' | 'TXN_NOT_FOUND' | 'PAYMENT_UNKNOWN') =>
  Response.json({ code, message: errors[code][1] }, { status })

beforeEach(() => {
  asked = []
  localStorage.clear()
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A register that confirms a sale, with a server that says this of it and knows no such sale. */
async function confirmWith(answer: () => Response) {
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return address.endsWith('/register/state') ? json(404, 'TXN_NOT_FOUND') : answer()
  })
  const { result } = renderHook(() => useSaleMachine('register-1'))
  const machine = result.current!.machine
  await act(async () => {
    machine.addAmount('修理', 1_000, 1)
    machine.enter('cash', 1_000)
    machine.confirm()
    await vi.advanceTimersByTimeAsync(2_500)
  })
  return () => result.current!.state
}

test.each(['OVERLOADED', 'DISK_FULL'] as const)('%s is a refusal in its own words', async (code) => {
  const state = await confirmWith(() => json(503, code))
  expect(state().phase.name).toBe('editing')
  expect(state().notice).toMatchObject({ kind: 'refused', act: 'settle', message: errors[code][1] })
  expect(asked.filter((address) => address.endsWith('/pay'))).toHaveLength(2)
})

test.each([
  ['a server that does not know what came of it', () => json(503, 'PAYMENT_UNKNOWN')],
  ['the page of a proxy', () => new Response('<h1>503</h1>', { status: 503 })],
])('%s is none', async (_name, answer) => {
  const state = await confirmWith(answer)
  expect(state()).toMatchObject({ phase: { name: 'completing' }, notice: null })
})

test('a sale is in hand as long as there is an article in it', () => {
  const { result } = renderHook(() => useSaleMachine('register-1'))
  const isHeld = () => isUnderWay(result.current!.state)
  expect(isHeld()).toBe(false)
  act(() => result.current!.machine.addAmount('修理', 1_000, 1))
  expect(isHeld()).toBe(true)
  act(() => void result.current!.machine.remove(result.current!.state.lines[0]!.key))
  expect(isHeld()).toBe(false)
})
