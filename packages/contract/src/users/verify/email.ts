import { z } from 'zod'
import { pinInput } from '../../resources/members/auth.ts'
import { user } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const verifyEmail = endpoint({
  name: 'users.verifyEmail',
  call: 'PATCH /v1/users/verify/email',
  table: 'customer',
  summary: 'メールアドレスの確認（変更中のアドレスはここで切り替わる）',
  right: 'account.own',
  reach: 'own',
  note: 'the code is bound to the person and the pending address',
  body: z.strictObject({ code: pinInput }),
  status: 200,
  output: user,
  errors: ['NOT_VERIFIED', 'EMAIL_TAKEN', 'PIN_INVALID', 'PIN_EXPIRED', 'PIN_ATTEMPTS_EXCEEDED'],
  lost: { ask: 'users.me' },
})
