import { z } from 'zod'
import { faceActions } from '../inputs/identity.ts'
import { documentKind, kycReason } from '../resources/members/kyc.ts'
import { businessDate, instant, kycStatus, whole } from '../resources/shapes.ts'
import { endpoint } from '../wire/endpoint.ts'

export const kyc = endpoint({
  name: 'users.kyc',
  call: 'GET /v1/users/kyc',
  table: 'customer',
  summary: '本人確認の状況',
  right: 'member',
  reach: 'own',
  note: 'the caller’s own check',
  status: 200,
  output: z.strictObject({
    kyc_status: kycStatus,
    /** What is on record and will be compared with the documents. */
    name: z.nullable(z.string()),
    name_kana: z.nullable(z.string()),
    date_of_birth: z.nullable(businessDate),
    address: z.nullable(z.string()),
    /** The newest request; null before the first. */
    request: z.nullable(
      z.strictObject({
        document: documentKind,
        submitted_at: instant,
        decided_at: z.nullable(instant),
        reasons: z.array(kycReason),
        document_expires_on: z.nullable(businessDate),
      }),
    ),
    attempts_left: whole,
    /** False once the law no longer takes pictures: the counter does the check then. */
    is_open: z.boolean(),
    /** Documents can be shown in a shop instead. */
    is_counter_open: z.boolean(),
    /** The movement to make in front of the camera. */
    action: z.enum(faceActions),
  }),
  errors: ['NOT_VERIFIED'],
})
