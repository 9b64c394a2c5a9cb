import { z } from 'zod'
import { pinInput } from '../../resources/members/auth.ts'
import { user } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const verifyUser = endpoint({
  name: 'auth.verifyUser',
  call: 'PATCH /v1/auth/verify/user',
  table: 'customer',
  summary: '認証コードによる会員確認',
  right: 'membership',
  reach: { member: 'conflict' },
  note: '409 ALREADY_VERIFIED',
  body: z.strictObject({ pin: pinInput }),
  status: 200,
  output: z.strictObject({ user }),
  errors: [
    'ALREADY_VERIFIED',
    'PHONE_TAKEN',
    'PIN_INVALID',
    'PIN_EXPIRED',
    'PIN_ATTEMPTS_EXCEEDED',
    'RATE_LIMITED',
  ],
  lost: { ask: 'users.me' },
})
