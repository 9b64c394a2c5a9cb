import { type ErrorCode, errors } from '@shirogane/contract/wire/errors'
import { act, cleanup, configure, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderScreen } from '../../../shared/testing/render-screen.tsx'
import { guest, setSession } from '../../../shell/session/session-state.ts'
import { WelcomeStep } from './WelcomeStep.tsx'

// What comes a moment later comes much later on a busy machine.
configure({ asyncUtilTimeout: 30_000 })

const lost = '通信できませんでした。電波のよい場所で再度お試しください。'
const noAnswer = () => {
  throw new TypeError('Failed to fetch')
}
const refusal = (code: ErrorCode) => {
  const [status, message] = errors[code]
  return new Response(JSON.stringify({ error: message, code, message, request_id: 'r' }), { status })
}
const token = { access_token: 'a', refresh_token: 'r', expires_in: 600 }
const hikari = { id: 'hikari', type: 'employee', verified: true, employee: { type: 'register' } }
const invited = { number: 'E0099', name: '新田 光', store_name: '金沢本店' }

Object.defineProperty(navigator, 'locks', { value: { request: async () => {} } })

let answers: Record<string, () => Response>
let asked: string[]
let bodies: unknown[]

beforeEach(() => {
  asked = []
  bodies = []
  answers = { invitation: () => new Response(JSON.stringify(invited)), welcome: noAnswer }
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const name = address.split('/').at(-1) ?? ''
    asked.push(name)
    bodies.push(JSON.parse(String(init.body)))
    return answers[name]?.() ?? refusal('AUTH_INVALID_CREDENTIALS')
  })
})
afterEach(() => {
  cleanup()
  act(() => setSession(guest))
  vi.unstubAllGlobals()
})

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

/** A new member of staff sets a password and a PIN, and no answer comes. */
async function sendUnanswered() {
  const onWelcome = vi.fn()
  await renderScreen(<WelcomeStep onWelcome={onWelcome} />)
  await userEvent.type(screen.getByLabelText('招待コード'), 'ABCD-EFGH-JKLM-NPQR')
  await press('次へ')
  await screen.findByText('新田 光さん')
  await userEvent.type(screen.getByLabelText('パスワード'), 'hikari-no-nagai-kotoba')
  await userEvent.type(screen.getByLabelText('パスワード（確認）'), 'hikari-no-nagai-kotoba')
  await userEvent.type(screen.getByLabelText('PIN（6桁）'), '493817')
  await press('設定する')
  await screen.findByText(lost)
  answers['welcome'] = () => refusal('STAFF_INVITATION_INVALID')
  return onWelcome
}

test('after a lost answer what was typed stays, and a code that had run out is told of as such', async () => {
  const onWelcome = await sendUnanswered()
  expect(screen.getByText('新田 光さん')).toBeTruthy()
  await press('設定する')
  await screen.findByText(errors.STAFF_INVITATION_INVALID[1])
  expect(asked).toEqual(['invitation', 'welcome', 'welcome', 'login'])
  expect(onWelcome).not.toHaveBeenCalled()
})

test('whoever cannot be asked again stays where they are', async () => {
  const onWelcome = await sendUnanswered()
  answers['login'] = noAnswer
  await press('設定する')
  await screen.findByText(lost)
  expect(screen.getByText('新田 光さん')).toBeTruthy()
  expect(onWelcome).not.toHaveBeenCalled()
})

test('another PIN than the one that was sent is not said to be set', async () => {
  const onWelcome = await sendUnanswered()
  await userEvent.clear(screen.getByLabelText('PIN（6桁）'))
  await userEvent.type(screen.getByLabelText('PIN（6桁）'), '271828')
  await press('設定する')
  await screen.findByText(errors.STAFF_INVITATION_INVALID[1])
  expect(asked).not.toContain('login')
  expect(onWelcome).not.toHaveBeenCalled()
})

test('of two PINs that were sent without an answer, none is said to be set', async () => {
  const onWelcome = await sendUnanswered()
  answers['welcome'] = noAnswer
  await userEvent.clear(screen.getByLabelText('PIN（6桁）'))
  await userEvent.type(screen.getByLabelText('PIN（6桁）'), '271828')
  await press('設定する')
  await screen.findByText(lost)
  answers['welcome'] = () => refusal('STAFF_INVITATION_INVALID')
  await press('設定する')
  await screen.findByText(errors.STAFF_INVITATION_INVALID[1])
  expect(asked).not.toContain('login')
  expect(onWelcome).not.toHaveBeenCalled()
})

test.each([
  ['is said to be set once it is', () => new Response('{}'), true],
  ['is not said to be set where it could not be', noAnswer, false],
])('the PIN of whoever comes in by a password that may be the one of before %s', async (_, pin, isSet) => {
  const onWelcome = await sendUnanswered()
  answers['login'] = () => new Response(JSON.stringify({ user: hikari, token }))
  answers['pin'] = pin
  await press('設定する')
  await waitFor(() => expect(asked).toContain('pin'))
  expect(bodies[asked.indexOf('pin')]).toEqual({ current_password: 'hikari-no-nagai-kotoba', pin: '493817' })
  if (isSet) await waitFor(() => expect(onWelcome).toHaveBeenCalledOnce())
  else {
    await screen.findByText('PINを設定できませんでした。メニューの「PINを設定」から設定してください。')
    expect(onWelcome).not.toHaveBeenCalled()
  }
})
