import { z } from 'zod'
import { documentKind } from '../../../resources/members/kyc.ts'
import { businessDate, id } from '../../../resources/shapes.ts'
import { endpoint } from '../../../wire/endpoint.ts'

export const kycVisitScan = endpoint({
  name: 'admin.kycVisitScan',
  call: 'POST /v1/admin/kyc/visits/scan',
  table: 'staff',
  summary: '店頭での本人確認：コードの読み取り（閲覧は記録されます）',
  right: 'kyc.visit',
  note: 'each reading is logged',
  body: z.strictObject({ token: z.string().min(1).max(200) }),
  status: 200,
  output: z.strictObject({
    id,
    name: z.string(),
    name_kana: z.string(),
    date_of_birth: businessDate,
    address: z.string(),
    document: documentKind,
  }),
  errors: ['QR_INVALID', 'QR_EXPIRED', 'SELF_DEALING', 'CUSTOMER_SUSPENDED'],
  lost: 'again',
})
