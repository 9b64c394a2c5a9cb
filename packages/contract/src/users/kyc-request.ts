import { z } from 'zod'
import { kycSides } from '../inputs/identity.ts'
import { purposes } from '../inputs/identity-text.ts'
import { written } from '../inputs/written.ts'
import { documentKind, imageSide, kycPurpose, occupation, privatePath } from '../resources/members/kyc.ts'
import { endpoint } from '../wire/endpoint.ts'

export const kycRequest = endpoint({
  name: 'users.kycRequest',
  call: 'POST /v1/users/kyc_request',
  table: 'customer',
  summary: '本人確認の申請（30日間に5回まで）',
  right: 'member',
  reach: { member: 'own', other_customer: 'absent' },
  note: 'file handles must be the caller’s own',
  body: z.strictObject({
    documents: z
      .array(
        z.strictObject({
          kind: documentKind,
          side: imageSide,
          filepath: privatePath,
          /** How the sender says the picture was taken; the reviewer sees it. */
          source: z.enum(['camera', 'file']).default('file'),
        }),
      )
      .min(1)
      .max(kycSides.length),
    name: written.min(1).max(200),
    name_kana: written.min(1).max(200),
    date_of_birth: written.min(1).max(40),
    address: written.min(1).max(1_000),
    occupation,
    purposes: z.array(kycPurpose).min(1).max(Object.keys(purposes).length),
    consent: z.literal(true),
  }),
  status: 201,
  output: z.strictObject({ kyc_status: z.literal('pending') }),
  errors: [
    'NOT_VERIFIED',
    'KYC_PENDING',
    'KYC_APPROVED',
    'KYC_LIMIT',
    'KYC_BLOCKED',
    'KYC_METHOD_CLOSED',
    'KYC_TOO_SLOW',
    'NOT_FOUND',
  ],
  lost: { ask: 'users.kyc' },
})
