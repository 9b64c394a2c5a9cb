import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'

export const confirm = endpoint({
  name: 'auth.confirm',
  call: 'POST /v1/auth/confirm',
  table: 'staff',
  summary: 'パスワードの再入力（出金など、5分以内の操作に一度だけ使える）',
  right: 'session.own',
  reach: 'own',
  note: 'the password again; a wrong one is 400',
  body: z.strictObject({ password: z.string().min(1).max(1024) }),
  status: 200,
  output: z.strictObject({ expires_in: z.int() }),
  errors: ['STEP_UP_METHOD', 'PASSWORD_CURRENT_INVALID', 'AUTH_ACCOUNT_LOCKED'],
  lost: 'anew',
})
