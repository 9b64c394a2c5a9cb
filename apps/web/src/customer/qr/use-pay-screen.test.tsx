import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderScreen } from '../../shared/testing/render-screen.tsx'
import { setSession } from '../../shell/session/session-state.ts'
import { payCode } from './code/pay-code.ts'
import { text } from './code/text.ts'
import { usePayScreen } from './use-pay-screen.ts'

function Screen() {
  return <p>{usePayScreen().code?.code ?? 'none'}</p>
}

const calls: string[] = []
beforeEach(() => {
  let issued = 0
  calls.length = 0
  vi.stubGlobal('fetch', async (path: string, { method, keepalive, body }: RequestInit) => {
    calls.push(`${String(method)} ${path}${keepalive === true ? ` kept alive ${String(body)}` : ''}`)
    if (method === 'DELETE' || method === 'PATCH') return new Response(null, { status: 204 })
    issued += 1
    const issued_at = `at ${String(issued)}`
    const code = { token: `T${issued}`, code: String(issued).padStart(16, '0'), ttl: 300, issued_at }
    return new Response(JSON.stringify(code), { status: 200 })
  })
})
afterEach(() => {
  cleanup()
  payCode.drop()
  vi.unstubAllGlobals()
})

const said = () => screen.getByRole('status').textContent

test('a screen that opens with a code fetched ahead tells the very first renewal', async () => {
  await payCode.fetchAhead()
  await renderScreen(<Screen />)
  await screen.findByText('0000000000000001')
  expect(said()).toBe('')
  await act(() => payCode.renew())
  await screen.findByText('0000000000000002')
  expect(said()).toBe(text.renewed)
})

test('the first code of a screen is no renewal, and each one after it is told', async () => {
  await renderScreen(<Screen />)
  await screen.findByText('0000000000000001')
  expect(said()).toBe('')
  await act(() => payCode.renew())
  expect(said()).toBe(text.renewed)
})

test('a code that comes after its owner has logged out is nobody’s', async () => {
  setSession({ status: 'signed_in' })
  const asked = payCode.fetchAhead()
  setSession({ status: 'guest' })
  await asked
  expect(payCode.state()).toMatchObject({ code: null, isIssuing: false })
})

test('a page out of sight tells the server so, asks for nothing, and comes back with a new code', async () => {
  const turn = (isHidden: boolean) => {
    Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }
  await renderScreen(<Screen />)
  await screen.findByText('0000000000000001')
  vi.useFakeTimers()
  try {
    turn(true)
    await act(() => vi.advanceTimersByTimeAsync(31_000))
    screen.getByText('none')
    window.dispatchEvent(new Event('online'))
    const end = 'DELETE /v1/users/token kept alive {"issued_at":"at 1"}'
    expect(calls).toEqual(['POST /v1/users/token', end])
    turn(false)
    await act(() => vi.advanceTimersByTimeAsync(0))
    screen.getByText('0000000000000002')
    expect(calls).toEqual(['POST /v1/users/token', end, 'POST /v1/users/token'])
  } finally {
    vi.useRealTimers()
    Reflect.deleteProperty(document, 'hidden')
  }
})
