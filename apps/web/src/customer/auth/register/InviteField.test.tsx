import { type ErrorCode, errors, sentenceOf } from '@shirogane/contract/wire/errors'
import { cleanup, configure, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../shell/api/api.ts'
import { clearCookie, writeCookie } from '../../../shell/session/cookies.ts'
import { queryClient } from '../../../shell/queries/query-client.ts'
import { renderScreen } from '../../../shared/testing/render-screen.tsx'
import { pinMessage } from '../use-pin.ts'
import { InviteField } from './InviteField.tsx'
import { text } from './text.ts'

// What comes a moment later comes much later on a busy machine.
configure({ asyncUtilTimeout: 30_000 })

function answer(status: number, body: object): void {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status }))
}
function refuse(code: ErrorCode): string {
  const [status, error] = errors[code]
  answer(status, { error, message: error, code, request_id: 'r' })
  return error
}

afterEach(() => {
  cleanup()
  clearCookie('invite_code')
  queryClient.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function type(code: string): Promise<void> {
  const user = userEvent.setup()
  await renderScreen(<InviteField />)
  await user.click(await screen.findByRole('button', { name: text.inviteEnter }))
  await user.type(screen.getByLabelText(new RegExp(text.inviteLabel)), code)
  await user.click(screen.getByRole('button', { name: text.inviteApply }))
}

test.each(['AFFILIATE_CODE_INVALID', 'AFFILIATE_ENDED', 'RATE_LIMITED'] as const)(
  'a code that the server refuses with %s is refused in its words',
  async (code) => {
    const sentence = refuse(code)
    await type('TSUKI01')
    expect(await screen.findAllByText(sentence)).not.toEqual([])
  },
)

test.each(['AFFILIATE_CODE_INVALID', 'AFFILIATE_ENDED'] as const)(
  'and so is a code that came with a link: %s',
  async (code) => {
    const sentence = refuse(code)
    writeCookie('invite_code', 'TSUKI01', 7)
    await renderScreen(<InviteField />)
    expect(await screen.findAllByText(sentence)).not.toEqual([])
  },
)

test('what cannot be a code is refused in the same words without asking', async () => {
  vi.stubGlobal('fetch', () => expect.unreachable())
  await type('?')
  expect(await screen.findAllByText(sentenceOf('AFFILIATE_CODE_INVALID'))).not.toEqual([])
})

test('a code that was typed is remembered for seven days', async () => {
  const written = vi.spyOn(document, 'cookie', 'set')
  answer(200, { username: 'kyoko', avatar: null, code: 'TSUKI01' })
  await type('tsuki01')
  await screen.findByText('TSUKI01')
  expect(written).toHaveBeenCalledWith('invite_code=TSUKI01; Path=/; Max-Age=604800; SameSite=Lax')
})

test('of a code by SMS the screen words only what it was drawn with', () => {
  const shown = (code: ErrorCode) =>
    pinMessage(new ApiError(code, errors[code][0], sentenceOf(code, { n: 4 })))
  expect(shown('PIN_SEND_LIMIT')).toBe(sentenceOf('PIN_SEND_LIMIT'))
  expect(shown('PIN_INVALID')).toBe(sentenceOf('PIN_INVALID', { n: 4 }))
  expect(shown('PIN_EXPIRED')).toBe('番号の有効期限が切れました。再送してください。')
  expect(shown('PIN_ATTEMPTS_EXCEEDED')).toContain('しばらくしてから再送してください')
})
