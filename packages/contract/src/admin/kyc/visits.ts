import { z } from 'zod'
import { businessDate, id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

/** What is asked of the clerk who looks at documents across the counter. */
const seenDocuments = z.strictObject({
  original: z.literal(true),
  name: z.literal(true),
  date_of_birth: z.literal(true),
  address: z.literal(true),
  face: z.literal(true),
})

export const kycVisitRecord = endpoint({
  name: 'admin.kycVisitRecord',
  call: 'POST /v1/admin/kyc/visits/{id}',
  table: 'staff',
  summary: '店頭での本人確認：書類の確認の記録（この店舗で読み取ったコードだけ。審査は担当者が行います）',
  right: 'kyc.visit',
  reach: 'own-shop',
  note: 'only a code that this manager has read in this shop; the reviewer decides',
  params: z.object({ id }),
  body: z.strictObject({
    checklist: seenDocuments,
    /** Null only for a paper that never ends. */
    document_expires_on: z.nullable(businessDate),
  }),
  status: 201,
  output: z.strictObject({ kyc_status: z.literal('pending') }),
  errors: [
    'NOT_FOUND',
    'KYC_PENDING',
    'KYC_APPROVED',
    'KYC_LIMIT',
    'KYC_BLOCKED',
    'KYC_METHOD_CLOSED',
    'KYC_DOC_EXPIRED',
    'KYC_OUTDATED',
  ],
  lost: { ask: 'admin.kycVisitScan' },
})
