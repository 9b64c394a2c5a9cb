import { z } from 'zod'
import { pinInput } from '../../resources/members/auth.ts'
import { user } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const verifyPhone = endpoint({
  name: 'users.verifyPhone',
  call: 'PATCH /v1/users/verify/phone',
  table: 'customer',
  summary: '新しい携帯電話番号の確認（ここで切り替わる）',
  right: 'member',
  reach: 'own',
  note: 'the code is bound to the person and the pending number',
  body: z.strictObject({ pin: pinInput }),
  status: 200,
  output: user,
  errors: ['NOT_VERIFIED', 'PHONE_TAKEN', 'PIN_INVALID', 'PIN_EXPIRED', 'PIN_ATTEMPTS_EXCEEDED'],
  lost: { ask: 'users.me' },
})
