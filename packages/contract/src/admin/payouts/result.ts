import { payoutFailures } from '@shirogane/bank/failures'
import { z } from 'zod'
import { payoutRow } from '../../resources/brand/payouts.ts'
import { id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const recordPayoutResult = endpoint({
  name: 'admin.settlePayout',
  call: 'POST /v1/admin/payouts/{id}/result',
  table: 'staff',
  summary: '振込結果の記録（1件。通帳や銀行の連絡で確認したとき）',
  right: 'payout',
  params: z.object({ id }),
  body: z.strictObject({ outcome: z.enum(['paid', ...payoutFailures]) }),
  status: 200,
  output: payoutRow,
  errors: ['PAYOUT_STATE', 'PAYOUT_SELF'],
  lost: { ask: 'admin.payout' },
})
