import { z } from 'zod'
import { parkedName, parkedSale } from '../../resources/sales/parked.ts'
import { cart } from '../../resources/sales/transactions.ts'
import { id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const updateParked = endpoint({
  name: 'transactions.updateParked',
  call: 'PATCH /v1/transactions/saved/{id}',
  table: 'staff',
  summary: '呼び出した会計をもう一度保留にする、または保留を削除する',
  right: 'sell',
  reach: 'own-shop',
  note: 'only by the register that has it',
  params: z.object({ id }),
  body: z.strictObject({
    register_id: id,
    version: z.int().min(1),
    status: z.enum(['parked', 'discarded']),
    name: z.optional(parkedName),
    ...cart,
  }),
  status: 200,
  output: parkedSale,
  errors: [
    'REGISTER_OUT_OF_USE',
    'DEVICE_NOT_ENROLLED',
    'PARKED_NOT_FOUND',
    'PARKED_ELSEWHERE',
    'PARKED_ENDED',
    'CONFLICT',
    'SKU_NOT_FOUND',
    'SKU_INACTIVE',
    'DISCOUNT_EXCEEDS',
    'WEIGHT_REQUIRED',
    'SILVER_RATE_MISSING',
    'AMOUNT_INVALID',
    'STOCK_SHORTAGE',
  ],
  lost: 'again',
})

export type UpdateParkedBody = z.infer<typeof updateParked.body>
