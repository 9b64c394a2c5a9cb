import { z } from 'zod'
import { usernameInput } from '../resources/members/auth.ts'
import { availability } from '../resources/members/users.ts'
import { endpoint } from '../wire/endpoint.ts'

export const isUsernameAvailable = endpoint({
  name: 'users.isUsernameAvailable',
  call: 'GET /v1/users/isUsernameAvailable',
  table: 'customer',
  summary: 'ユーザー名の空き確認',
  right: 'join',
  reach: { all: 'own', anonymous: 'with-ticket' },
  note: 'the cookie of the page of registration, else 403 TICKET_REQUIRED',
  query: z.object({ username: usernameInput }),
  status: 200,
  output: availability,
  errors: ['TICKET_REQUIRED', 'RATE_LIMITED'],
})
