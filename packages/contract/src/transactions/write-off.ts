import { z } from 'zod'
import { written } from '../inputs/written.ts'
import { deferredDebt } from '../resources/sales/deferred.ts'
import { id } from '../resources/shapes.ts'
import { limits } from '../rules/limits.ts'
import { endpoint } from '../wire/endpoint.ts'

export const writeOff = endpoint({
  name: 'transactions.writeOff',
  call: 'POST /v1/transactions/{id}/write_off',
  table: 'staff',
  summary: '後払いの貸倒処理（経理・オーナー）',
  right: 'later.write_off',
  note: 'long after the due day',
  params: z.object({ id }),
  body: z.strictObject({ reason: written.min(1).max(limits.refundReasonMax) }),
  status: 200,
  output: deferredDebt,
  errors: [
    'TXN_NOT_FOUND',
    'DEFERRED_ENDED',
    'DEFERRED_WRITE_OFF_EARLY',
    'SELF_DEALING',
    'IDEMPOTENCY_KEY_REUSED',
  ],
  idempotent: true,
})
