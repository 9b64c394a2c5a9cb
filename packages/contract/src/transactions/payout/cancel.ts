import { z } from 'zod'
import { id, transaction } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const cancelPayout = endpoint({
  name: 'transactions.cancelPayout',
  call: 'POST /v1/transactions/payout/{id}/cancel',
  table: 'customer',
  summary: '出金の申請の取り消し（承認の前、締切まで。全額が報酬に戻る）',
  right: 'member',
  reach: { customer: 'absent', affiliator: 'own' },
  note: 'until the cut-off, before it is approved',
  params: z.object({ id }),
  status: 200,
  output: transaction,
  errors: ['NOT_VERIFIED', 'TXN_NOT_FOUND', 'PAYOUT_CANCEL_CLOSED'],
  lost: { ask: 'transactions.details' },
})
