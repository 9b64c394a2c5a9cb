import { z } from 'zod'
import { cardForm } from '../resources/members/payment-methods.ts'
import { endpoint } from '../wire/endpoint.ts'

export const setup = endpoint({
  name: 'paymentMethods.setup',
  call: 'POST /v1/payment-methods/setup',
  table: 'customer',
  summary: 'カード入力画面の準備（カード番号は決済代行会社の画面にだけ入力される）',
  right: 'member',
  reach: 'own',
  note: 'what the form of the gateway needs; the form stands under another origin',
  body: z.strictObject({}),
  status: 200,
  output: cardForm,
  errors: ['NOT_VERIFIED', 'CARD_UNAVAILABLE', 'CARD_LIMIT'],
  reads: true,
})
