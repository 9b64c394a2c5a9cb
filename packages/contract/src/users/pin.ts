import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'

export const pin = endpoint({
  name: 'users.pin',
  call: 'PATCH /v1/users/pin',
  table: 'staff',
  summary: 'レジの交代と承認に使う自分のPIN（6桁）を設定する',
  right: 'work',
  reach: 'own',
  note: 'the number for taking over a till and for approving; with one’s password',
  body: z.strictObject({ current_password: z.string().min(1).max(1024), pin: z.string().min(1).max(20) }),
  status: 200,
  output: z.strictObject({}),
  errors: ['PASSWORD_CURRENT_INVALID', 'AUTH_ACCOUNT_LOCKED', 'STAFF_PIN_FORMAT', 'STAFF_PIN_WEAK'],
  lost: 'again',
})
