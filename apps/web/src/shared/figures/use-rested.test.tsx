import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useRested } from './use-rested.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('what is typed counts when the fingers have rested, and an emptied box at once', () => {
  const { result, rerender } = renderHook(({ typed }) => useRested(typed), { initialProps: { typed: 's' } })
  rerender({ typed: 'si' })
  wait(200)
  rerender({ typed: 'sil' })
  wait(200)
  expect(result.current).toBe('s')
  wait(50)
  expect(result.current).toBe('sil')
  rerender({ typed: '' })
  wait(0)
  expect(result.current).toBe('')
})

test('a question that is made anew at every rendering rests as soon as it says the same', () => {
  const { result, rerender } = renderHook(({ amount }) => useRested({ amount }), {
    initialProps: { amount: 1 },
  })
  rerender({ amount: 12 })
  wait(200)
  rerender({ amount: 12 })
  wait(50)
  expect(result.current).toEqual({ amount: 12 })
  const rested = result.current
  rerender({ amount: 12 })
  wait(300)
  expect(result.current).toBe(rested)
})
