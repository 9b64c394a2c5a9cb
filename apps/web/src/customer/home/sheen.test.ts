import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useFirstSheen, useRise } from './sheen.ts'

const session = vi.hoisted(() => ({ auth: { id: 'hanako' } }))
vi.mock('../../shell/session/session.ts', () => ({ useSession: () => session }))

afterEach(cleanup)

/** Home with the rank as it is known there, one answer after the other. */
function home(...ranks: (number | undefined)[]): boolean {
  const { result, rerender, unmount } = renderHook(
    ({ rank }: { rank: number | undefined }) => useRise(rank),
    {
      initialProps: { rank: ranks[0] },
    },
  )
  for (const rank of ranks.slice(1)) rerender({ rank })
  const isRisen = result.current
  unmount()
  return isRisen
}

test('the plate of home shines once in a visit, whoever comes back to it', () => {
  const shines = () => renderHook(useFirstSheen).result.current
  expect(shines()).toBe(true)
  expect(shines()).toBe(false)
})

test('a rank shines that has risen since it was last in sight, and no other', () => {
  session.auth.id = 'hanako'
  expect(home(undefined, 1)).toBe(false)
  // Risen behind the pay code, then in sight.
  expect(home(2)).toBe(true)
  expect(home(2)).toBe(false)
  expect(home(undefined, 2, 3)).toBe(true)
  expect(home(1)).toBe(false)
  session.auth.id = 'kyoko'
  expect(home(4)).toBe(false)
})
