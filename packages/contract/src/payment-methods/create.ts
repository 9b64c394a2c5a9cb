import { z } from 'zod'
import { paymentMethod } from '../resources/members/payment-methods.ts'
import { endpoint } from '../wire/endpoint.ts'

/** The gateway's name of a card that it has just read, and nothing that could be a card's number. */
const gatewayToken = z.string().min(1).max(100)

export const createPaymentMethod = endpoint({
  name: 'paymentMethods.create',
  call: 'POST /v1/payment-methods',
  table: 'customer',
  summary: 'カードの登録（決済代行会社のトークンで。最初の1枚がメインになる）',
  right: 'member',
  reach: 'own',
  note: 'a token of the gateway; what could be the number of a card is refused',
  body: z.strictObject({ gateway_token: gatewayToken }),
  status: 201,
  output: paymentMethod,
  errors: [
    'NOT_VERIFIED',
    'CARD_UNAVAILABLE',
    'CARD_LIMIT',
    'CARD_DECLINED',
    'CARD_EXPIRED',
    'CARD_3DS_FAILED',
    'CARD_TAKEN',
    'CARD_TOKEN',
  ],
  lost: { ask: 'paymentMethods.saved' },
})
