import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderScreen } from '../../lib/render-screen.tsx'
import LoginScreen from './LoginScreen.tsx'
import { text } from './text.ts'

const refusal = (code: string, message: string, status: number, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ error: code, code, message, request_id: 'r' }), { status, headers })

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

test('the fields tell password managers what they are', async () => {
  await renderScreen(<LoginScreen />)
  expect(screen.getByLabelText(text.credential).getAttribute('autocomplete')).toBe('username')
  expect(screen.getByLabelText(text.password).getAttribute('autocomplete')).toBe('current-password')
})
