import { z } from 'zod'
import { loginFlow, sentPin } from '../../resources/members/auth.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const loginSend = endpoint({
  name: 'auth.loginSend',
  call: 'POST /v1/auth/login/send',
  table: 'customer',
  summary: '新しい端末でのログインの確認番号をもう一度送る',
  right: 'anyone',
  reach: 'with-code',
  note: 'the secret of a login that waits for its code, else 400 LOGIN_FLOW_INVALID',
  body: z.strictObject({ flow: loginFlow }),
  status: 200,
  output: sentPin,
  errors: ['LOGIN_FLOW_INVALID', 'PIN_RESEND_TOO_SOON', 'PIN_SEND_LIMIT', 'RATE_LIMITED'],
  lost: 'anew',
})
