import { payoutBatch } from '../../../resources/brand/payouts.ts'
import { endpoint } from '../../../wire/endpoint.ts'

export const exportPayouts = endpoint({
  name: 'admin.exportPayouts',
  call: 'POST /v1/admin/payouts/batches',
  table: 'staff',
  summary: '振込データの作成（承認済みで締切を過ぎた申請。自分が承認した申請は含まない）',
  right: 'payout',
  note: 'never what the same person approved',
  status: 201,
  output: payoutBatch,
  errors: [
    'PAYOUT_NONE',
    'PAYOUT_SAME_PERSON',
    'APPROVAL_LINKED',
    'PAYOUT_CONSIGNOR',
    'PAYOUT_FROZEN',
    'CONFLICT',
  ],
  lost: { ask: 'admin.payoutBatches' },
})
