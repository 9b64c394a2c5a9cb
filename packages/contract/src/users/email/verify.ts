import { z } from 'zod'
import { sentPin } from '../../resources/members/account-security.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const sendEmailCode = endpoint({
  name: 'users.sendEmailCode',
  call: 'POST /v1/users/email/verify',
  table: 'customer',
  summary: 'メールアドレスの確認番号を送る（変更中のアドレス、なければ今のアドレス）',
  right: 'account.own',
  reach: 'own',
  body: z.strictObject({ target: z.optional(z.enum(['current', 'new'])) }),
  status: 200,
  output: sentPin,
  errors: ['NOT_VERIFIED', 'EMAIL_REQUIRED', 'PIN_RESEND_TOO_SOON', 'PIN_SEND_LIMIT'],
  lost: 'anew',
})
