import { z } from 'zod'
import { purposes } from '../inputs/identity-text.ts'
import { documentKind, kycPurpose, occupation } from '../resources/members/kyc.ts'
import { endpoint } from '../wire/endpoint.ts'

export const kycVisit = endpoint({
  name: 'users.kycVisit',
  call: 'POST /v1/users/kyc_visit',
  table: 'customer',
  summary: '店頭での本人確認のコード（書類を撮影できない方。お支払いには使えません）',
  right: 'member',
  reach: 'own',
  note: 'a code for showing papers in a shop; it pays nothing',
  body: z.strictObject({
    document: documentKind,
    occupation,
    purposes: z.array(kycPurpose).min(1).max(Object.keys(purposes).length),
    consent: z.literal(true),
  }),
  status: 201,
  output: z.strictObject({ token: z.string(), code: z.string(), ttl: z.int() }),
  errors: [
    'NOT_VERIFIED',
    'KYC_PENDING',
    'KYC_APPROVED',
    'KYC_LIMIT',
    'KYC_BLOCKED',
    'KYC_METHOD_CLOSED',
    'RATE_LIMITED',
  ],
  lost: 'anew',
})
