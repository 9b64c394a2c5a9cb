import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderScreen } from '../../lib/render-screen.tsx'
import { payCode } from './pay-code.ts'
import { text } from './text.ts'
import { usePayScreen } from './use-pay-screen.ts'

function Screen() {
  return <p>{usePayScreen().code?.code ?? 'none'}</p>
}

beforeEach(() => {
  let issued = 0
  vi.stubGlobal('fetch', async () => {
    issued += 1
    const issued_at = new Date().toISOString()
    const code = { token: `T${issued}`, code: String(issued).padStart(16, '0'), ttl: 300, issued_at }
    return new Response(JSON.stringify(code), { status: 200 })
  })
})
afterEach(() => {
  cleanup()
  payCode.drop()
  vi.unstubAllGlobals()
})

const told = () => screen.getByRole('status').textContent

test('a screen that opens with a code fetched ahead tells the very first renewal', async () => {
  await payCode.fetchAhead()
  await renderScreen(<Screen />)
  await screen.findByText('0000000000000001')
  expect(told()).toBe('')
  await act(() => payCode.renew())
  await screen.findByText('0000000000000002')
  expect(told()).toBe(text.renewed)
})

test('the first code of a screen is no renewal, and each one after it is told', async () => {
  await renderScreen(<Screen />)
  await screen.findByText('0000000000000001')
  expect(told()).toBe('')
  await act(() => payCode.renew())
  expect(told()).toBe(text.renewed)
})
