import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import '../../shared/calls.ts'
import { useCatalogue } from './catalogue.ts'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

async function asks(): Promise<boolean> {
  let asked = false
  vi.stubGlobal('fetch', async () => {
    asked = true
    return Response.json({ items: [], total: 0, page: 1, limit: 100, next_page: null })
  })
  renderHook(() => useCatalogue(true))
  await new Promise((resolve) => setTimeout(resolve, 20))
  return asked
}

test.each([
  ['a minute old is new enough', -60_000, false],
  ['an hour old is read anew', -3_600_000, true],
  // The clock ran ahead when it was read, and has been put right.
  ['from next year is read anew', 365 * 86_400_000, true],
])('a list that is %s', async (_, ago, isRead) => {
  localStorage.setItem('shirogane.catalogue', JSON.stringify({ at: Date.now() + ago, items: [] }))
  expect(await asks()).toBe(isRead)
  if (isRead)
    await waitFor(() =>
      expect(JSON.parse(localStorage.getItem('shirogane.catalogue')!).at).toBeLessThanOrEqual(Date.now()),
    )
})
