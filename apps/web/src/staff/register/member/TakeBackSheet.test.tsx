import { cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderScreen } from '../../../shared/testing/render-screen.tsx'
import '../../shared/calls.ts'
import { TakeBackSheet } from './TakeBackSheet.tsx'
import { text } from './text.ts'

// What comes a moment later comes much later on a busy machine.
configure({ asyncUtilTimeout: 30_000 })

let answer: () => Response
let keys: (string | null)[]

beforeEach(() => {
  keys = []
  vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get('Idempotency-Key'))
    return answer()
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const refusal = (code: string, status: number) =>
  new Response(JSON.stringify({ error: code, code, message: code, request_id: 'r' }), { status })

test('who answers for it after somebody without the right begins another act; a lost answer is asked for again under its key', async () => {
  const done = vi.fn()
  await renderScreen(<TakeBackSheet id="one" title="取り消す" note="" onClose={() => {}} onDone={done} />)
  const say = async (employee: string) => {
    const sent = keys.length
    fireEvent.change(screen.getByLabelText(text.employee), { target: { value: employee } })
    fireEvent.change(screen.getByLabelText(text.password), { target: { value: 'their-own-password' } })
    fireEvent.click(screen.getByRole('button', { name: text.takeBack }))
    await waitFor(() => expect(keys.length).toBe(sent + 1))
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(text.password).value).toBe(''))
  }
  answer = () => refusal('VOID_APPROVAL', 403)
  await say('E0003')
  answer = () => new Response('<html>Bad Gateway</html>', { status: 502 })
  await say('E0002')
  answer = () => refusal('PAYMENT_UNKNOWN', 503)
  await say('E0002')
  const [clerks, managers, again] = keys
  expect(clerks).not.toBeNull()
  expect(managers).not.toBe(clerks)
  expect(again).toBe(managers)
  expect(done).not.toHaveBeenCalled()
})
