import { pbkdf2Sync } from 'node:crypto'
import { limits } from '@shirogane/contract/rules/limits'
import { cleanup, configure, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderScreen } from '../../shared/testing/render-screen.tsx'
import { guest, setSession } from '../../shell/session/session-state.ts'
import LoginScreen from './LoginScreen.tsx'
import { text } from './text.ts'

const refusal = (code: string, message: string, status: number, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ error: code, code, message, request_id: 'r' }), { status, headers })

// What comes a moment later comes much later on a busy machine.
configure({ asyncUtilTimeout: 30_000 })

Object.defineProperty(navigator, 'locks', { value: { request: async () => {} } })

let answer: () => Response
let sent: unknown[]

beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
    sent.push(JSON.parse(init.body as string))
    return answer()
  })
})
afterEach(() => {
  cleanup()
  setSession(guest)
  vi.unstubAllGlobals()
})

/** The box at the head of the form; the other alerts are the page's live regions. */
const summaryBox = () =>
  screen.getAllByRole('alert').find(({ tabIndex, textContent }) => tabIndex === -1 && textContent !== '')

const fill = async (credential: string, password: string) => {
  const user = userEvent.setup()
  if (credential !== '') await user.type(screen.getByLabelText(text.credential), credential)
  if (password !== '') await user.type(screen.getByLabelText(text.password), password)
  await user.click(screen.getByRole('button', { name: text.submit }))
}

test('empty fields are named in a summary that leads to them, and nothing is sent', async () => {
  await renderScreen(<LoginScreen />)
  await fill('', '')
  await waitFor(() => expect(summaryBox()?.textContent).toContain(text.summary(2)))
  expect(screen.getByRole('link', { name: text.passwordRequired }).getAttribute('href')).toBe(
    '#login-password',
  )
  expect(screen.getByLabelText(text.credential).getAttribute('aria-invalid')).toBe('true')
  expect(sent).toEqual([])
})

test('a refused login shows the words of the server, clears the password and keeps the name', async () => {
  answer = () => refusal('AUTH_INVALID_CREDENTIALS', 'ログインIDまたはパスワードが正しくありません。', 400)
  await renderScreen(<LoginScreen />)
  await fill(' hanako ', 'wrong-password')
  await waitFor(() => expect(summaryBox()?.textContent).toContain('正しくありません'))
  expect(sent).toEqual([{ credential: 'hanako', password: 'wrong-password' }])
  expect(screen.getByLabelText<HTMLInputElement>(text.password).value).toBe('')
  expect(screen.getByLabelText<HTMLInputElement>(text.credential).value).toBe(' hanako ')
  expect(document.activeElement).toBe(summaryBox())
})

test('a locked login shows the words of the server and rests for as long as it says', async () => {
  const words = '続けて失敗したためロックしました。30分後にもう一度お試しください。'
  answer = () => refusal('AUTH_ACCOUNT_LOCKED', words, 423, { 'Retry-After': '1800' })
  await renderScreen(<LoginScreen />)
  await fill('hanako', 'wrong-password')
  await waitFor(() => expect(summaryBox()?.textContent).toContain(words))
  expect(await screen.findByText('30分後にお試しください')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: text.submit }).disabled).toBe(true)
  expect(sent).toHaveLength(1)
})

const user = { id: 'hanako', type: 'customer', verified: true, employee: null }
const token = { access_token: 'a', refresh_token: 'r', expires_in: 300 }
const answered = (body: unknown) => new Response(JSON.stringify(body), { status: 200 })

const locked = () =>
  new Response(
    JSON.stringify({
      code: 'AUTH_ACCOUNT_LOCKED',
      message: '続けて失敗したためロックしました。30分後にもう一度お試しください。',
      fields: { work: 'a-challenge' },
    }),
    { status: 423, headers: { 'Retry-After': '1800' } },
  )

test('a login that is let in for some work says so, does it and goes on by itself', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const derive = vi.spyOn(crypto.subtle, 'importKey')
  derive.mockImplementationOnce(async (...given) => {
    await held
    derive.mockRestore()
    return crypto.subtle.importKey(...given)
  })
  answer = () => ('work' in (sent.at(-1) as object) ? answered({ user, token }) : locked())
  const { address } = await renderScreen(<LoginScreen />)
  await fill('hanako', 'right-password')
  expect(await screen.findByText('安全の確認をしています…')).toBeTruthy()
  expect(summaryBox()).toBeUndefined()
  release()
  await waitFor(() => expect(address()).toBe('/'))
  expect(sent).toHaveLength(2)
  const { work } = sent[1] as { work: string }
  const [, count] = /^a-challenge\.(\d+)$/.exec(work) ?? []
  const hash = pbkdf2Sync('a-challenge', count ?? '', limits.loginWorkRounds, 4, 'sha256')
  expect(hash.readUInt32BE() >>> (32 - limits.loginWorkBits)).toBe(0)
})

test('work that is refused again and again is not done for ever, and leaves the button free', async () => {
  answer = locked
  await renderScreen(<LoginScreen />)
  await fill('hanako', 'right-password')
  await waitFor(() => expect(summaryBox()?.textContent).toContain('ロックしました'))
  expect(sent).toHaveLength(3)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: text.submit }).disabled).toBe(false)
})

test('the fields tell password managers what they are', async () => {
  await renderScreen(<LoginScreen />)
  expect(screen.getByLabelText(text.credential).getAttribute('autocomplete')).toBe('username')
  expect(screen.getByLabelText(text.password).getAttribute('autocomplete')).toBe('current-password')
})

const waiting = {
  mfa_required: true,
  flow: 'f'.repeat(43),
  channel: 'sms',
  to: '090-****-5678',
  sent: true,
  expires_in: 600,
  resend_in: 60,
}
test('a browser that is new asks for the code, sends it with the login’s secret, and says what was wrong with it', async () => {
  answer = () => answered(waiting)
  await renderScreen(<LoginScreen />)
  await fill('hanako', 'right-password')
  expect(await screen.findByText(text.codeSent('090-****-5678'))).toBeTruthy()
  answer = () => refusal('PIN_INVALID', '認証コードが正しくありません。（残り4回）', 400)
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('届いた6桁の番号'), '012345')
  await user.click(screen.getByRole('button', { name: '確認する' }))
  expect(await screen.findByText('認証コードが正しくありません。（残り4回）')).toBeTruthy()
  expect(sent[1]).toEqual({ flow: waiting.flow, pin: '012345' })
})

test('a login whose code was guessed at too often goes back to the password and says why', async () => {
  answer = () => answered(waiting)
  await renderScreen(<LoginScreen />)
  await fill('hanako', 'right-password')
  await screen.findByText(text.codeSent('090-****-5678'))
  answer = () => refusal('PIN_ATTEMPTS_EXCEEDED', '入力回数の上限に達しました。', 423)
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('届いた6桁の番号'), '012345')
  await user.click(screen.getByRole('button', { name: '確認する' }))
  await waitFor(() => expect(summaryBox()?.textContent).toContain('入力回数の上限に達しました。'))
  expect(screen.getByLabelText<HTMLInputElement>(text.password).value).toBe('')
})

test('a code that could not be sent yet is not said to be on its way', async () => {
  answer = () => answered({ ...waiting, sent: false, resend_in: 30 })
  await renderScreen(<LoginScreen />)
  await fill('hanako', 'right-password')
  expect(await screen.findByText(text.codeWait('090-****-5678'))).toBeTruthy()
  expect(screen.queryByText(text.codeSent('090-****-5678'))).toBeNull()
})

const typeCode = async (code: string) => {
  const typist = userEvent.setup()
  await typist.type(await screen.findByLabelText('届いた6桁の番号'), code)
  await typist.click(screen.getByRole('button', { name: '確認する' }))
}
const over = () => refusal('LOGIN_FLOW_INVALID', 'ログインの手続きが無効です。', 400)

/** Sends a code whose answer is lost. From then on the waiting login is over, and another one is answered so. */
async function sendCodeUnanswered(login: () => Response) {
  answer = () => answered(waiting)
  const { address } = await renderScreen(<LoginScreen />)
  await fill('hanako', 'right-password')
  await screen.findByText(text.codeSent('090-****-5678'))
  answer = () => {
    throw new TypeError('Failed to fetch')
  }
  await typeCode('012345')
  await screen.findByText('通信できませんでした。電波のよい場所で再度お試しください。')
  answer = () => ('pin' in (sent.at(-1) as object) ? over() : login())
  return address
}

test('a code that was right, and whose answer was lost, leads in with the password that was given', async () => {
  const address = await sendCodeUnanswered(() => answered({ user, token }))
  await typeCode('012345')
  await waitFor(() => expect(address()).toBe('/'))
  expect(sent.slice(2)).toEqual([
    { flow: waiting.flow, pin: '012345' },
    { credential: 'hanako', password: 'right-password' },
  ])
})

test('where it had not been right, the login waits for a new code', async () => {
  await sendCodeUnanswered(() => answered({ ...waiting, flow: 'g'.repeat(43), to: '080-****-9999' }))
  await typeCode('012345')
  await screen.findByText(text.codeSent('080-****-9999'))
  answer = () => refusal('PIN_INVALID', '認証コードが正しくありません。（残り4回）', 400)
  await typeCode('111111')
  await screen.findByText('認証コードが正しくありません。（残り4回）')
  expect(sent.at(-1)).toEqual({ flow: 'g'.repeat(43), pin: '111111' })
})

test('a line that is lost again leaves the code where it is, and what the server refuses leads back', async () => {
  let login = (): Response => {
    throw new TypeError('Failed to fetch')
  }
  await sendCodeUnanswered(() => login())
  await typeCode('012345')
  await screen.findByText('通信できませんでした。電波のよい場所で再度お試しください。')
  login = () => refusal('AUTH_SUSPENDED', 'このアカウントは停止されています。', 403)
  await typeCode('012345')
  await waitFor(() => expect(summaryBox()?.textContent).toContain('このアカウントは停止されています。'))
})

test('nobody comes in by another code after a lost answer, or by one that was answered', async () => {
  await sendCodeUnanswered(() => answered({ user, token }))
  await typeCode('111111')
  await waitFor(() => expect(summaryBox()?.textContent).toContain('ログインの手続きが無効です。'))
  expect(sent.at(-1)).toEqual({ flow: waiting.flow, pin: '111111' })
})

test('nor by one that was sent without an answer after the first', async () => {
  await sendCodeUnanswered(() => answered({ user, token }))
  const nextAnswer = answer
  answer = () => {
    throw new TypeError('Failed to fetch')
  }
  await typeCode('111111')
  await waitFor(() => expect(sent).toHaveLength(3))
  await screen.findByText('通信できませんでした。電波のよい場所で再度お試しください。')
  answer = nextAnswer
  await typeCode('111111')
  await waitFor(() => expect(summaryBox()?.textContent).toContain('ログインの手続きが無効です。'))
  expect(sent.at(-1)).toEqual({ flow: waiting.flow, pin: '111111' })
})
