import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderScreen } from './render-screen.tsx'
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
