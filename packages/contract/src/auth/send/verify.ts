import { sentPin } from '../../resources/members/auth.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const sendVerify = endpoint({
  name: 'auth.sendVerify',
  call: 'POST /v1/auth/send/verify',
  table: 'customer',
  summary: '会員確認の認証コードをSMSで送る',
  right: 'membership',
  reach: { member: 'conflict' },
  note: 'sends only to the phone on record; no destination in the body',
  status: 200,
  output: sentPin,
  errors: ['ALREADY_VERIFIED', 'PIN_RESEND_TOO_SOON', 'PIN_SEND_LIMIT'],
  lost: 'anew',
})
