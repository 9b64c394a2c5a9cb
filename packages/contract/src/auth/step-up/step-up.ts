import { z } from 'zod'
import { assertion, proofPurpose, proofRef } from '../../resources/members/account-security.ts'
import { pinInput } from '../../resources/members/auth.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const stepUp = endpoint({
  name: 'auth.stepUp',
  call: 'POST /v1/auth/step_up',
  table: 'customer',
  summary: '本人確認（目的ひとつに一度だけ、5分間）',
  right: 'session.own',
  reach: 'own',
  body: z.discriminatedUnion('method', [
    z.strictObject({
      method: z.literal('password'),
      purpose: proofPurpose,
      ref: proofRef,
      password: z.string().min(1).max(1024),
    }),
    z.strictObject({ method: z.literal('otp'), purpose: proofPurpose, ref: proofRef, code: pinInput }),
    z.strictObject({
      method: z.literal('passkey'),
      purpose: proofPurpose,
      ref: proofRef,
      credential: assertion,
    }),
  ]),
  status: 200,
  output: z.strictObject({ expires_in: z.int() }),
  errors: [
    'STEP_UP_METHOD',
    'PASSWORD_CURRENT_INVALID',
    'PASSKEY_INVALID',
    'PIN_INVALID',
    'PIN_EXPIRED',
    'PIN_ATTEMPTS_EXCEEDED',
    'AUTH_ACCOUNT_LOCKED',
  ],
  lost: 'next',
})
