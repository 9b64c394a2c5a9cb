import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderScreen } from '../testing/render-screen.tsx'
import { StaleNote } from './StaleNote.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test.each([
  ['what the server has just answered', { isError: false }, null],
  ['a copy where the server does not answer', { isError: true }, '9:05時点の内容です'],
  [
    'a copy of another day',
    { isError: true, dataUpdatedAt: Date.parse('2026-11-21T00:05:00Z') },
    '2026年11月21日9:05時点の内容です',
  ],
  ['nothing at all', { isError: true, data: undefined }, null],
])('%s is told as such', async (_, shown, said) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T02:05:00Z') })
  const { container } = await renderScreen(
    <StaleNote of={{ data: {}, dataUpdatedAt: Date.parse('2026-11-24T00:05:00Z'), ...shown }} />,
  )
  if (said === null) expect(container.querySelector('p')).toBeNull()
  else expect(screen.getByText(said)).toBeDefined()
})

test('a copy that stays open over midnight is of another day from then on', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-24T14:55:00Z') })
  await renderScreen(
    <StaleNote of={{ data: {}, dataUpdatedAt: Date.parse('2026-11-24T14:50:00Z'), isError: true }} />,
  )
  expect(screen.getByText('23:50時点の内容です')).toBeDefined()
  await act(() => vi.advanceTimersByTimeAsync(6 * 60_000))
  expect(screen.getByText('2026年11月24日23:50時点の内容です')).toBeDefined()
})
