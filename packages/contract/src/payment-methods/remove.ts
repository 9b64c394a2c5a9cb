import { z } from 'zod'
import { empty, id } from '../resources/shapes.ts'
import { endpoint } from '../wire/endpoint.ts'

export const removePaymentMethod = endpoint({
  name: 'paymentMethods.remove',
  call: 'DELETE /v1/payment-methods/{id}',
  table: 'customer',
  summary: 'カードの削除（処理中のチャージがある間はできない）',
  right: 'member',
  reach: 'own',
  note: 'not while a charge with it is under way',
  params: z.object({ id }),
  status: 204,
  output: empty,
  errors: ['NOT_VERIFIED', 'CARD_IN_USE'],
  lost: { ask: 'paymentMethods.saved' },
})
