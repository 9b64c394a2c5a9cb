import { errors } from '@shirogane/contract/wire/errors'
import { act, cleanup, configure, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderScreen } from '../../shared/testing/render-screen.tsx'
import { guest, setSession } from '../../shell/session/session-state.ts'
import { VerifyStep } from './register/VerifyStep.tsx'
import VerifyScreen from './VerifyScreen.tsx'
import { text } from './pin-text.ts'

// What comes a moment later comes much later on a busy machine.
configure({ asyncUtilTimeout: 30_000 })
vi.mock('socket.io-client', () => ({ io: () => ({ on() {}, close() {} }) }))
// One tab, which keeps no time here.
Object.defineProperty(navigator, 'locks', { value: { request: async () => {} } })

const madoka = {
  id: 'madoka',
  type: 'customer',
  verified: false,
  employee: null,
  phone_number: '+819000004401',
}
const refusal = (code: 'ALREADY_VERIFIED' | 'PIN_INVALID') => {
  const [status, message] = errors[code]
  return new Response(JSON.stringify({ error: message, code, message, request_id: 'r' }), { status })
}

let verify: () => Response
let me: () => Response
let send: () => Response

beforeEach(() => {
  setSession({ ...guest, status: 'signed_in', auth: madoka as never })
  me = () => new Response(JSON.stringify(madoka))
  send = () => new Response(JSON.stringify({ expires_in: 600, resend_in: 0 }))
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.endsWith('/verify/user')) return verify()
    if (address.endsWith('/users/me')) return me()
    return send()
  })
})
afterEach(() => {
  cleanup()
  act(() => setSession(guest))
  vi.unstubAllGlobals()
})

async function sendCode(): Promise<void> {
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText(text.pin), '012345')
  await user.click(screen.getByRole('button', { name: text.confirm }))
}

test.each([
  ['the page that the SMS leads to', VerifyScreen],
  ['the step of the registration', VerifyStep],
])('%s goes on where somebody was verified and only the answer was lost', async (_, Screen) => {
  verify = () => {
    throw new TypeError('Failed to fetch')
  }
  const { address } = await renderScreen(<Screen />)
  await sendCode()
  expect(await screen.findByText('通信できませんでした。電波のよい場所で再度お試しください。')).toBeTruthy()
  verify = () => refusal('ALREADY_VERIFIED')
  me = () => new Response(JSON.stringify({ ...madoka, verified: true }))
  await sendCode()
  await waitFor(() => expect(address()).toBe('/auth/register?step=3&close_qr=1'))
  expect(screen.queryByText(errors.ALREADY_VERIFIED[1])).toBeNull()
})

test.each([
  ['the page that the SMS leads to', VerifyScreen],
  ['the step of the registration', VerifyStep],
])('%s goes on where somebody who is verified asks for another code', async (_, Screen) => {
  const { address } = await renderScreen(<Screen />)
  const resend = await screen.findByRole('button', { name: text.resend })
  send = () => refusal('ALREADY_VERIFIED')
  await userEvent.click(resend)
  expect(await screen.findByText(errors.ALREADY_VERIFIED[1])).toBeTruthy()
  me = () => new Response(JSON.stringify({ ...madoka, verified: true }))
  await userEvent.click(resend)
  await waitFor(() => expect(address()).toBe('/auth/register?step=3&close_qr=1'))
  expect(screen.queryByText(errors.ALREADY_VERIFIED[1])).toBeNull()
})

test('nobody is taken for verified whom the server does not call so', async () => {
  const { address } = await renderScreen(<VerifyScreen />)
  verify = () => refusal('ALREADY_VERIFIED')
  await sendCode()
  expect(await screen.findByText(errors.ALREADY_VERIFIED[1])).toBeTruthy()
  verify = () => refusal('PIN_INVALID')
  await sendCode()
  expect(await screen.findByText(errors.PIN_INVALID[1])).toBeTruthy()
  expect(address()).toBe('/screen')
})
