import { z } from 'zod'
import { passwordInput } from '../../resources/members/auth.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const resetPassword = endpoint({
  name: 'auth.resetPassword',
  call: 'PATCH /v1/auth/reset/password',
  table: 'customer',
  summary: '新しいパスワードの設定（すべての端末でログアウトする）',
  right: 'anyone',
  reach: { all: 'with-code', other_customer: 'absent' },
  note: 'flow must be in state pin_ok, once, 10 min',
  body: z.strictObject({ password: passwordInput }),
  status: 200,
  output: z.strictObject({}),
  errors: ['RESET_TOKEN_INVALID', 'PASSWORD_TOO_COMMON', 'RATE_LIMITED'],
  lost: { ask: 'auth.login' },
})
