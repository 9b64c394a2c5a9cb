import { z } from 'zod'
import { emailInput } from '../resources/members/auth.ts'
import { availability } from '../resources/members/users.ts'
import { endpoint } from '../wire/endpoint.ts'

export const isEmailAvailable = endpoint({
  name: 'users.isEmailAvailable',
  call: 'GET /v1/users/isEmailAvailable',
  table: 'customer',
  summary: 'メールアドレスの空き確認',
  right: 'join',
  reach: { all: 'own', anonymous: 'with-ticket' },
  query: z.object({ email: emailInput }),
  status: 200,
  output: availability,
  errors: ['TICKET_REQUIRED', 'RATE_LIMITED'],
})
