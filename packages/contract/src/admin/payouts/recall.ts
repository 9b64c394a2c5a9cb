import { payoutFailures } from '@shirogane/bank/failures'
import { z } from 'zod'
import { payoutRow } from '../../resources/brand/payouts.ts'
import { id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const recallPayout = endpoint({
  name: 'admin.recallPayout',
  call: 'POST /v1/admin/payouts/{id}/recall',
  table: 'staff',
  summary: '組戻しの記録（振込済みの資金が戻った。全額が報酬に戻る）',
  right: 'payout',
  note: 'only what was paid',
  params: z.object({ id }),
  body: z.strictObject({ failure: z.enum(payoutFailures) }),
  status: 200,
  output: payoutRow,
  errors: ['PAYOUT_STATE', 'PAYOUT_SELF'],
  lost: { ask: 'admin.payout' },
})
