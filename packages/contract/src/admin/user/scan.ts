import { z } from 'zod'
import { id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const scanUnverified = endpoint({
  name: 'admin.scanUnverified',
  call: 'POST /v1/admin/user/scan',
  table: 'staff',
  summary: '店頭の会員確認：会員確認前のコードの読み取り',
  right: 'sell',
  note: 'names the member behind a code of the counter’s check',
  body: z.strictObject({ token: z.string().min(1).max(200) }),
  status: 200,
  output: z.strictObject({
    id,
    username: z.string(),
    name: z.nullable(z.string()),
    phone_number: z.string(),
  }),
  errors: ['QR_INVALID', 'QR_EXPIRED', 'ALREADY_VERIFIED', 'SELF_DEALING', 'CUSTOMER_SUSPENDED'],
  lost: 'again',
})
