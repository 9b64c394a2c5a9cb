import { z } from 'zod'
import { written } from '../../inputs/written.ts'
import { payoutRow } from '../../resources/brand/payouts.ts'
import { id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const cancelPayout = endpoint({
  name: 'admin.cancelPayout',
  call: 'POST /v1/admin/payouts/{id}/cancel',
  table: 'staff',
  summary: '出金申請の取り下げ（振込データを作成する前。全額が報酬に戻る）',
  right: 'payout',
  note: 'only before it is in a file',
  params: z.object({ id }),
  body: z.strictObject({ reason: written.min(1).max(200) }),
  status: 200,
  output: payoutRow,
  errors: ['PAYOUT_STATE'],
  lost: { ask: 'admin.payout' },
})
