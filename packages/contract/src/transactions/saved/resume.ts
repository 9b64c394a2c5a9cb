import { z } from 'zod'
import { resumedSale } from '../../resources/sales/parked.ts'
import { id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const resume = endpoint({
  name: 'transactions.resume',
  call: 'POST /v1/transactions/saved/{id}/resume',
  table: 'staff',
  summary: '保留した会計を、この店舗のレジで呼び出す（一度に一台）',
  right: 'sell',
  reach: 'own-shop',
  note: 'one register at a time',
  params: z.object({ id }),
  body: z.strictObject({ register_id: id, version: z.int().min(1) }),
  status: 200,
  output: resumedSale,
  errors: [
    'REGISTER_OUT_OF_USE',
    'DEVICE_NOT_ENROLLED',
    'PARKED_NOT_FOUND',
    'PARKED_ELSEWHERE',
    'PARKED_ENDED',
    'CONFLICT',
  ],
  lost: 'again',
})
