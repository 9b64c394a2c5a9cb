import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../shell/api/api.ts'
import { forgetSaved } from '../../shell/session/saved.ts'
import { findChange, useSentCode } from './sent-code.ts'
import { guest, setSession } from '../../shell/session/session-state.ts'

afterEach(() => {
  cleanup()
  forgetSaved()
  act(() => setSession(guest))
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const sent = { to: '+819000000001', resendAt: 0 }

/** Sends a code and has the page loaded anew. */
function afterReload(then: () => void): unknown {
  act(() => setSession({ status: 'signed_in', auth: { id: 'one' } as never }))
  const page = renderHook(() => useSentCode('phone'))
  act(() => page.result.current[1](sent))
  page.unmount()
  then()
  return renderHook(() => useSentCode('phone')).result.current[0]
}

test('where a code went is known to a page that is loaded anew', () => {
  expect(afterReload(() => {})).toEqual(sent)
})

test('a code that is good no more is not waited for, and nobody else waits for it', () => {
  vi.useFakeTimers({ now: 0 })
  expect(afterReload(() => vi.setSystemTime(600_000))).toBeNull()
  expect(afterReload(forgetSaved)).toBeNull()
})

test('a code that is spent is no refusal where the change has been made', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ id: 'one', phone_number: sent.to }))
  const isMade = ({ phone_number }: { phone_number: string | null }) => phone_number === sent.to
  const spent = new ApiError('PIN_EXPIRED', 410, '')
  const { isSpent, find } = findChange(isMade)
  expect(isSpent(spent)).toBe(true)
  expect(await find()).toMatchObject({ phone_number: sent.to })
  expect(await findChange(() => false).find()).toBeNull()
  expect(isSpent(new ApiError('PIN_INVALID', 400, ''))).toBe(false)
})
