import { cleanup, configure, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderScreen } from '../../shared/testing/render-screen.tsx'
import { queryClient } from '../../shell/queries/query-client.ts'
import '../shared/calls.ts'
import { Schedules } from './Schedules.tsx'
import { jobNames, scheduleText as text } from './schedule-text.ts'

// What comes a moment later comes much later on a busy machine.
configure({ asyncUtilTimeout: 30_000 })

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const calm = { every_seconds: 600, daily_at: null, failures: 0, is_late: false }
const last = { at: '2026-11-24T03:00:00Z', duration_ms: 1_234, error: null }

async function show(items: readonly object[]): Promise<string[]> {
  vi.stubGlobal('fetch', async () => Response.json({ items }))
  await renderScreen(<Schedules />, '/admin?tab=books', '/admin')
  const table = await screen.findByRole('table')
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent ?? '')
}

const alerts = (): string =>
  screen
    .queryAllByRole('alert')
    .map(({ textContent }) => textContent)
    .join('')

test('what fails and what is late stands first, and is said above the table', async () => {
  const rows = await show([
    { ...calm, job: 'private_files', last },
    { ...calm, job: 'books', every_seconds: null, daily_at: '04:00', last: null, is_late: true },
    {
      ...calm,
      job: 'chain',
      every_seconds: 10,
      failures: 3,
      last: { ...last, duration_ms: 12, error: 'DatabaseError 57P01' },
    },
  ])
  expect(rows[0]).toContain(jobNames.chain)
  expect(rows[0]).toContain(`${text.failed(3)}DatabaseError 57P01`)
  expect(rows[1]).toContain(`${jobNames.books}${text.daily('04:00')}${text.never}`)
  expect(rows[0]).toContain('12ミリ秒')
  expect(rows[1]).toContain(text.late)
  expect(rows[2]).toContain(text.everyMinutes(10))
  expect(rows[2]).toContain('1.2秒')
  expect(alerts()).toContain(text.trouble(1, 1))
})

test('where all is well, it says so', async () => {
  const rows = await show([{ ...calm, job: 'private_files', last }])
  expect(rows).toHaveLength(1)
  expect(screen.getByText(text.calm)).toBeTruthy()
  expect(alerts()).toBe('')
})
