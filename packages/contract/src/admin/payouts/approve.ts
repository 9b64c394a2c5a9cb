import { z } from 'zod'
import { id, whole } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const approvePayouts = endpoint({
  name: 'admin.approvePayouts',
  call: 'POST /v1/admin/payouts/approve',
  table: 'staff',
  summary: '出金申請の承認（すべて承認するか、1件も承認しない。承認した担当者は振込データを作成できない）',
  right: 'payout',
  note: 'all or none, never one’s own',
  body: z.strictObject({ ids: z.array(id).min(1).max(200) }),
  status: 200,
  output: z.strictObject({ approved: whole }),
  errors: ['PAYOUT_SELF', 'PAYOUT_STATE', 'PAYOUT_HELD', 'PAYOUT_FROZEN'],
  lost: { ask: 'admin.payouts' },
})
