import { z } from 'zod'
import { rejectReasons } from '../../inputs/identity-text.ts'
import { written } from '../../inputs/written.ts'
import { kycReason, requestStatus } from '../../resources/members/kyc.ts'
import { businessDate, id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

const ticked = z.literal(true)

const note = written.max(1_000)

export const kycDecide = endpoint({
  name: 'admin.kycDecide',
  call: 'PATCH /v1/admin/kyc/{id}',
  table: 'staff',
  summary: '本人確認の承認・差し戻し（差し戻したものを承認できるのは別の担当者だけ）',
  right: 'kyc.review',
  note: 'never on oneself, and a refusal is turned around by another',
  params: z.object({ id }),
  body: z.discriminatedUnion('decision', [
    z.strictObject({
      decision: z.literal('approve'),
      checklist: z.strictObject({
        name: ticked,
        date_of_birth: ticked,
        address: ticked,
        expiry: ticked,
        face: ticked,
      }),
      /** Null only for a paper that never ends. */
      document_expires_on: z.nullable(businessDate),
      note: z.optional(note),
    }),
    z.strictObject({
      decision: z.literal('reject'),
      reasons: z.array(kycReason).min(1).max(Object.keys(rejectReasons).length),
      note: z.optional(note),
    }),
  ]),
  status: 200,
  output: z.strictObject({ id, status: requestStatus, next_id: z.nullable(id) }),
  errors: [
    'NOT_FOUND',
    'KYC_DECIDED',
    'KYC_SELF',
    'KYC_SAME_PERSON',
    'APPROVAL_LINKED',
    'KYC_OUTDATED',
    'KYC_DOC_EXPIRED',
    'KYC_NOTE_REQUIRED',
  ],
  lost: { ask: 'admin.kycShow' },
})
