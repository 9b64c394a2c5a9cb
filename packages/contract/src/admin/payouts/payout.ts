import { z } from 'zod'
import { payoutRow } from '../../resources/brand/payouts.ts'
import { id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const payout = endpoint({
  name: 'admin.payout',
  call: 'GET /v1/admin/payouts/{id}',
  table: 'staff',
  summary: '出金申請の1件（閲覧は記録される）',
  right: 'payout',
  note: 'every look is on record',
  params: z.object({ id }),
  status: 200,
  output: z.strictObject({ ...payoutRow.shape, kyc_name_kana: z.string() }),
  errors: [],
})
