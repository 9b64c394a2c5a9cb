import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSecondsUntil } from './countdown.ts'

const minute = 60_000
let now = 0
beforeEach(() => {
  vi.useFakeTimers()
  now = 0
  // A clock that is independent of the one which people set.
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
})
const wait = (ms: number) =>
  act(() => {
    now += ms
    vi.advanceTimersByTime(ms)
  })
const setClock = (by: number) => vi.setSystemTime(Date.now() + by)
const fiveMinutes = () => {
  const end = Date.now() + 5 * minute
  return renderHook(() => useSecondsUntil(end)).result
}
const turn = (hidden: boolean) =>
  act(() => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
    document.dispatchEvent(new Event('visibilitychange'))
  })

test('five minutes are counted down to nothing', () => {
  const left = fiveMinutes()
  expect(left.current).toBe(300)
  wait(minute)
  expect(left.current).toBe(240)
  wait(4 * minute)
  expect(left.current).toBe(0)
})

test.each([
  ['back', -10 * minute],
  ['forward', 10 * minute],
])('a clock that is set %s meanwhile neither prolongs nor ends them', (_, by) => {
  const left = fiveMinutes()
  wait(minute)
  setClock(by)
  wait(minute)
  expect(left.current).toBe(180)
  wait(3 * minute)
  expect(left.current).toBe(0)
})

test('the time counts in which the device slept and its own clock stood still', () => {
  const left = fiveMinutes()
  turn(true)
  setClock(4 * minute)
  turn(false)
  expect(left.current).toBe(60)
  wait(minute)
  expect(left.current).toBe(0)
})
