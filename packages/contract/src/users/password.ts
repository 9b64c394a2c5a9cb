import { z } from 'zod'
import { passwordInput } from '../resources/members/auth.ts'
import { endpoint } from '../wire/endpoint.ts'

export const password = endpoint({
  name: 'users.password',
  call: 'PATCH /v1/users/password',
  table: 'customer',
  summary: 'パスワードの変更（ほかの端末はログアウトする）',
  right: 'account.own',
  reach: 'own',
  note: 'current password needed; other sessions end',
  body: z.strictObject({ current_password: z.string().min(1).max(1024), password: passwordInput }),
  status: 200,
  output: z.strictObject({}),
  errors: [
    'NOT_VERIFIED',
    'PASSWORD_CURRENT_INVALID',
    'PASSWORD_SAME',
    'PASSWORD_TOO_SHORT_STAFF',
    'PASSWORD_TOO_COMMON',
    'AUTH_ACCOUNT_LOCKED',
  ],
  lost: { ask: 'users.password' },
})
