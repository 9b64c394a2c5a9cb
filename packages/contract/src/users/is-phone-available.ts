import { z } from 'zod'
import { phoneInput } from '../resources/members/auth.ts'
import { availability } from '../resources/members/users.ts'
import { endpoint } from '../wire/endpoint.ts'

export const isPhoneAvailable = endpoint({
  name: 'users.isPhoneAvailable',
  call: 'GET /v1/users/isPhoneAvailable',
  table: 'customer',
  summary: '携帯電話番号の空き確認',
  right: 'join',
  reach: { all: 'own', anonymous: 'with-ticket' },
  query: z.object({ phone: phoneInput }),
  status: 200,
  output: availability,
  errors: ['TICKET_REQUIRED', 'RATE_LIMITED'],
})
