import { z } from 'zod'
import { sentPin } from '../resources/members/account-security.ts'
import { phoneInput } from '../resources/members/auth.ts'
import { endpoint } from '../wire/endpoint.ts'

export const phone = endpoint({
  name: 'users.phone',
  call: 'PATCH /v1/users/phone',
  table: 'customer',
  summary: '携帯電話番号の変更（新しい番号に認証コードを送る。本人確認が必要）',
  right: 'member',
  reach: 'after-proof',
  note: 'the number moves only with the code that was sent to the new one',
  body: z.strictObject({ phone: phoneInput }),
  status: 200,
  output: sentPin,
  errors: ['NOT_VERIFIED', 'STEP_UP_REQUIRED', 'PHONE_TAKEN', 'PIN_RESEND_TOO_SOON', 'PIN_SEND_LIMIT'],
  lost: 'anew',
})
