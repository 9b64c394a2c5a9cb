import { z } from 'zod'
import { loginFlow, pinInput, token } from '../../resources/members/auth.ts'
import { user } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const loginCode = endpoint({
  name: 'auth.loginCode',
  call: 'POST /v1/auth/login/code',
  table: 'customer',
  summary: '新しい端末でのログインの確認番号（5回間違えると、はじめからやり直す）',
  right: 'anyone',
  reach: 'with-code',
  note: 'the secret of a login that waits for its code, else 400 LOGIN_FLOW_INVALID; five wrong codes end it',
  headers: ['X-Client-Type'],
  body: z.strictObject({ flow: loginFlow, pin: pinInput }),
  status: 200,
  output: z.strictObject({ user, token }),
  errors: [
    'LOGIN_FLOW_INVALID',
    'PIN_INVALID',
    'PIN_EXPIRED',
    'PIN_ATTEMPTS_EXCEEDED',
    'AUTH_SUSPENDED',
    'RATE_LIMITED',
  ],
  lost: { ask: 'auth.login' },
})
