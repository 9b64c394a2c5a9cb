import { z } from 'zod'
import { phoneInput } from '../../resources/members/auth.ts'
import { id, user } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const changePhone = endpoint({
  name: 'users.changePhone',
  call: 'PATCH /v1/users/{id}/phone/unverified',
  table: 'customer',
  summary: '会員確認前の携帯電話番号の訂正（新しい番号に認証コードを送る）',
  right: 'membership',
  reach: { member: 'conflict', unverified: 'own' },
  note: 'only while unverified, else 409 ALREADY_VERIFIED',
  params: z.object({ id }),
  body: z.strictObject({ phone: phoneInput }),
  status: 200,
  output: user,
  errors: ['ALREADY_VERIFIED', 'PHONE_TAKEN', 'PIN_RESEND_TOO_SOON', 'PIN_SEND_LIMIT'],
  lost: 'anew',
})
