import { z } from 'zod'
import { businessDate, id, whole } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const buybackMember = endpoint({
  name: 'admin.buybackMember',
  call: 'POST /v1/admin/buybacks/member',
  table: 'staff',
  summary: '買取：会員のコードの読み取り（登録内容を受付に写す。閲覧は記録される）',
  right: 'buyback.make',
  note: 'by the member’s code; every reading is on record',
  body: z.strictObject({ token: z.string().min(1).max(200) }),
  status: 200,
  output: z.strictObject({
    id,
    username: z.string(),
    name: z.nullable(z.string()),
    address: z.nullable(z.string()),
    date_of_birth: z.nullable(businessDate),
    kyc_approved: z.boolean(),
    purchases: whole,
  }),
  errors: ['QR_INVALID', 'QR_EXPIRED', 'QR_ALREADY_USED', 'SELF_DEALING', 'CUSTOMER_SUSPENDED'],
  lost: 'again',
})
