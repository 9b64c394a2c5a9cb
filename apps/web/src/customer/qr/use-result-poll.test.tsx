import { act, cleanup, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../shell/queries/query-client.ts'
import { renderScreen } from '../../shared/testing/render-screen.tsx'
import { useResultPoll } from './use-result-poll.ts'

const line = vi.hoisted(() => ({ isUp: false, notify: () => {} }))
vi.mock('../../shell/realtime/realtime.ts', () => ({
  isLive: () => line.isUp,
  onLiveChange: (listener: () => void) => {
    line.notify = listener
    return () => {}
  },
}))

const issued = '2026-11-21T05:30:00.000Z'
const older = { id: 'older', status: 'completed', completed_at: '2026-11-21T05:29:59.999Z' }
const own = { id: 'own', status: 'completed', completed_at: '2026-11-21T05:30:00.001Z' }
let paid: object[]
let asked: number

let putAway: (isAway: boolean) => void
function Code() {
  const [isAway, setAway] = useState(false)
  putAway = setAway
  useResultPoll(isAway ? null : issued)
  return null
}
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))

beforeEach(() => {
  paid = [older]
  asked = 0
  line.isUp = false
  vi.stubGlobal('fetch', async () => {
    asked += 1
    return new Response(JSON.stringify({ items: paid }), { status: 200 })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([
  ['an hour slow', '2026-11-21T04:30:00Z'],
  ['right', '2026-11-21T05:30:00Z'],
  ['a year fast', '2027-11-21T05:30:00Z'],
])(
  'on a phone whose clock is %s only what was paid after the code was issued is its result',
  async (_, clock) => {
    vi.useFakeTimers({ now: Date.parse(clock), shouldAdvanceTime: true })
    const { address } = await renderScreen(<Code />)
    await pass(14)
    expect(asked).toBe(3)
    expect(address()).toBe('/screen')
    paid = [own, older]
    await pass(5)
    await waitFor(() => expect(address()).toBe('/qr?view=done&id=own'))
  },
)

test('what was paid before the very first question is the result as well', async () => {
  vi.useFakeTimers({ now: Date.parse(issued), shouldAdvanceTime: true })
  paid = [own, older]
  const { address } = await renderScreen(<Code />)
  await pass(3)
  await waitFor(() => expect(address()).toBe('/qr?view=done&id=own'))
})

const turn = (isUp: boolean) =>
  act(() => {
    line.isUp = isUp
    line.notify()
  })

test('what was paid while the line was away for a moment is asked for when it is back', async () => {
  vi.useFakeTimers({ now: Date.parse(issued), shouldAdvanceTime: true })
  line.isUp = true
  const { address } = await renderScreen(<Code />)
  await pass(10)
  expect(asked).toBe(0)
  turn(false)
  await pass(1)
  paid = [own, older]
  turn(true)
  await waitFor(() => expect(address()).toBe('/qr?view=done&id=own'))
})

test('what was paid while the code was put away is asked for with the next one', async () => {
  line.isUp = true
  const { address } = await renderScreen(<Code />)
  act(() => putAway(true))
  paid = [own, older]
  act(() => putAway(false))
  await waitFor(() => expect(address()).toBe('/qr?view=done&id=own'))
})

test('what was paid while nobody looked is asked for when somebody does, though the line seems to be up', async () => {
  line.isUp = true
  paid = [own, older]
  const { address } = await renderScreen(<Code />)
  expect(asked).toBe(0)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(address()).toBe('/qr?view=done&id=own'))
})

test('a payment that has gone back since is no result', async () => {
  vi.useFakeTimers({ now: Date.parse(issued), shouldAdvanceTime: true })
  paid = [{ ...own, status: 'refunded' }, older]
  const { address } = await renderScreen(<Code />)
  await pass(10)
  expect(address()).toBe('/screen')
})
