import { z } from 'zod'
import { sentPin } from '../resources/members/account-security.ts'
import { emailInput } from '../resources/members/auth.ts'
import { endpoint } from '../wire/endpoint.ts'

export const email = endpoint({
  name: 'users.email',
  call: 'PATCH /v1/users/email',
  table: 'customer',
  summary: 'メールアドレスの変更（新しいアドレスに確認番号を送る。本人確認が必要）',
  right: 'account.own',
  reach: 'after-proof',
  body: z.strictObject({ email: emailInput }),
  status: 200,
  output: sentPin,
  errors: ['NOT_VERIFIED', 'STEP_UP_REQUIRED', 'EMAIL_TAKEN', 'PIN_RESEND_TOO_SOON', 'PIN_SEND_LIMIT'],
  lost: 'anew',
})
