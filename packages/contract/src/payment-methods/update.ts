import { z } from 'zod'
import { written } from '../inputs/written.ts'
import { paymentMethod } from '../resources/members/payment-methods.ts'
import { id } from '../resources/shapes.ts'
import { endpoint } from '../wire/endpoint.ts'

const nickname = written.max(20)

export const updatePaymentMethod = endpoint({
  name: 'paymentMethods.update',
  call: 'PATCH /v1/payment-methods/{id}',
  table: 'customer',
  summary: 'カードの変更（表示名・有効期限・メインにする）',
  right: 'member',
  reach: 'own',
  params: z.object({ id }),
  body: z
    .strictObject({
      default: z.optional(z.literal(true)),
      exp_month: z.optional(z.int().min(1).max(12)),
      exp_year: z.optional(z.int().min(2000).max(2099)),
      /** Empty takes the name away. */
      nickname: z.optional(nickname),
    })
    .refine((body) => (body.exp_month === undefined) === (body.exp_year === undefined), {
      path: ['exp_month'],
      error: 'REQUIRED',
    }),
  status: 200,
  output: paymentMethod,
  errors: ['NOT_VERIFIED', 'CARD_UNAVAILABLE', 'CARD_EXPIRED', 'CARD_DECLINED'],
  lost: 'again',
})
