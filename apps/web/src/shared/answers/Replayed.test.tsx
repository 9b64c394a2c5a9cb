import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { call } from '../../shell/api/api.ts'
import { renderScreen } from '../testing/render-screen.tsx'
import { replayQuery, ReplayStrip, replayToast, useReplayed } from './Replayed.tsx'

const movement = { created_at: '2026-11-21T05:03:00.000Z', completed_at: '2026-11-21T05:04:00.000Z' }

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** What a conversion is answered, with the first answer once more or with one of its own. */
function answered(headers: Record<string, string>) {
  vi.stubGlobal('fetch', async () => Response.json(movement, { headers }))
  return call('transactions.convert', { body: { amount: 100 }, idempotencyKey: 'one intent' })
}

test('an act that had been done before is told of with the time at which it was', async () => {
  const answer = await answered({ 'Idempotency-Replayed': 'true' })
  expect(replayToast(answer)).toMatchObject({
    message: '先ほどの操作はすでに完了していました（11/21(土) 14:04）',
  })
  expect(replayToast({ ...answer, completed_at: null })).toBeNull()
  expect(replayQuery(answer)).toEqual({ replayed: '1' })
  await renderScreen(<ReplayStrip movement={answer} />)
  expect(screen.getByText('2026/11/21(土) 14:04の操作の結果です。', { exact: false })).toBeTruthy()
})

test('one that was done just now is not', async () => {
  const answer = await answered({})
  expect(replayToast(answer)).toBeNull()
  expect(replayQuery(answer)).toEqual({})
})

function Page() {
  return <p>{useReplayed() ? 'before' : 'just now'}</p>
}

test('the page that shows what came of it says so after a reload too, by its address', async () => {
  await renderScreen(<Page />, '/screen?id=one&replayed=1')
  expect(screen.getByText('before')).toBeTruthy()
  cleanup()
  await renderScreen(<Page />, '/screen?id=one')
  expect(screen.getByText('just now')).toBeTruthy()
})
