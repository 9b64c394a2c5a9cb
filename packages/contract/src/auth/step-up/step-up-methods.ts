import { z } from 'zod'
import { proofPurpose } from '../../resources/members/account-security.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const stepUpMethods = endpoint({
  name: 'auth.stepUpMethods',
  call: 'GET /v1/auth/step_up',
  table: 'customer',
  summary: '本人確認の方法（目的ごと）',
  right: 'session.own',
  reach: 'own',
  query: z.object({ purpose: proofPurpose }),
  status: 200,
  output: z.strictObject({
    methods: z.array(z.enum(['passkey', 'otp', 'password'])),
    /** Where the code goes, masked; null where no code can be sent. */
    phone: z.nullable(z.string()),
  }),
  errors: [],
})
