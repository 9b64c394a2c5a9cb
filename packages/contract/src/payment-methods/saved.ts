import { z } from 'zod'
import { paymentMethod } from '../resources/members/payment-methods.ts'
import { pageOf, pageQuery } from '../resources/shapes.ts'
import { endpoint } from '../wire/endpoint.ts'

export const saved = endpoint({
  name: 'paymentMethods.saved',
  call: 'GET /v1/payment-methods/saved',
  table: 'customer',
  summary: '登録済みのカード（メインのカードが先頭、ほかは新しい順）',
  right: 'member',
  reach: 'own',
  note: 'brand + last4 + expiry only',
  query: pageQuery.extend({ type: z.optional(z.literal('card')) }),
  status: 200,
  output: pageOf(paymentMethod),
  errors: ['NOT_VERIFIED'],
})
