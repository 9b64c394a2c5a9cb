import { z } from 'zod'
import { proofPurpose, proofRef, sentPin } from '../../resources/members/account-security.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const stepUpSend = endpoint({
  name: 'auth.stepUpSend',
  call: 'POST /v1/auth/step_up/send',
  table: 'customer',
  summary: '本人確認の番号をSMSで送る（文面に操作の名前が入る）',
  right: 'session.own',
  reach: 'own',
  note: 'a code to the phone on record',
  body: z.strictObject({ purpose: proofPurpose, ref: proofRef }),
  status: 200,
  output: sentPin,
  errors: ['STEP_UP_METHOD', 'PIN_RESEND_TOO_SOON', 'PIN_SEND_LIMIT'],
  lost: 'anew',
})
