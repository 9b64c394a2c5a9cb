import { act, cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { quietPart } from './chunks.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('a part that nobody has asked for is missed by nobody, and comes when its file does', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  let asked = 0
  const Part = quietPart(async () => {
    asked += 1
    if (asked < 3) throw new TypeError('Failed to fetch dynamically imported module')
    return { Part: () => <p>it came</p> }
  }, 'Part')
  render(
    <>
      <p>the page</p>
      <Suspense>
        <Part />
      </Suspense>
    </>,
  )
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  await wait(2_000)
  expect(asked).toBe(2)
  expect(document.body.textContent).toBe('the page')
  await wait(4_000)
  screen.getByText('it came')
  expect(reload).not.toHaveBeenCalled()
})
