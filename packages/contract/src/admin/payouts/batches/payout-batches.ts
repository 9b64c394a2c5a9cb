import { payoutBatch } from '../../../resources/brand/payouts.ts'
import { pageOf, pageQuery } from '../../../resources/shapes.ts'
import { endpoint } from '../../../wire/endpoint.ts'

export const payoutBatches = endpoint({
  name: 'admin.payoutBatches',
  call: 'GET /v1/admin/payouts/batches',
  table: 'staff',
  summary: '振込データの一覧（新しい順）',
  right: 'payout',
  query: pageQuery,
  status: 200,
  output: pageOf(payoutBatch),
  errors: [],
})
