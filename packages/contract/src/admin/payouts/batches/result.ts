import { z } from 'zod'
import { payoutBatch } from '../../../resources/brand/payouts.ts'
import { id } from '../../../resources/shapes.ts'
import { limits } from '../../../rules/limits.ts'
import { endpoint } from '../../../wire/endpoint.ts'

export const importPayoutResult = endpoint({
  name: 'admin.importPayoutResult',
  call: 'POST /v1/admin/payouts/batches/{id}/result',
  table: 'staff',
  summary: '振込結果の取り込み（1件でも合わなければ、すべて取り込まない）',
  right: 'payout',
  note: 'the whole answer of the bank or nothing',
  params: z.object({ id }),
  file: {
    bytesMax: limits.payoutFileBytesMax,
    tooLarge: 'BODY_TOO_LARGE',
    bucket: 'payout-results',
    perDay: limits.payoutResultsPerDay,
  },
  status: 200,
  output: payoutBatch,
  errors: [
    'PAYOUT_FILE_INVALID',
    'PAYOUT_FILE_TOTAL',
    'PAYOUT_FILE_FOREIGN',
    'PAYOUT_FILE_TWICE',
    'PAYOUT_FILE_CONFLICT',
    'PAYOUT_SELF',
  ],
  lost: 'again',
})
