import { z } from 'zod'
import { id } from '../../../resources/shapes.ts'
import { endpoint } from '../../../wire/endpoint.ts'

export const payoutFile = endpoint({
  name: 'admin.payoutFile',
  call: 'GET /v1/admin/payouts/batches/{id}/file',
  table: 'staff',
  summary: '振込データ（全銀協 総合振込・作成したときと1バイトも変わらない。取得は記録される）',
  right: 'payout',
  note: 'the same bytes each time, on record',
  params: z.object({ id }),
  status: 200,
  output: z.instanceof(Uint8Array),
  media: 'application/octet-stream',
  errors: ['PAYOUT_FROZEN'],
})
