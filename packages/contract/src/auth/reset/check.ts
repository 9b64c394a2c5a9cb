import { z } from 'zod'
import { pinInput } from '../../resources/members/auth.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const checkReset = endpoint({
  name: 'auth.checkReset',
  call: 'PATCH /v1/auth/reset/check',
  table: 'customer',
  summary: '再設定の確認番号の確認',
  right: 'anyone',
  reach: { all: 'with-code', other_customer: 'absent' },
  note: 'the cookie that send/reset gives, else 400 FLOW_REQUIRED',
  body: z.strictObject({ pin: pinInput }),
  status: 200,
  output: z.strictObject({ expires_in: z.int() }),
  errors: ['RESET_TOKEN_INVALID', 'PIN_INVALID', 'PIN_EXPIRED', 'PIN_ATTEMPTS_EXCEEDED', 'RATE_LIMITED'],
  lost: 'next',
})
