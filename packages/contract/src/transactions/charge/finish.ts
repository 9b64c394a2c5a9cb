import { z } from 'zod'
import { charge } from '../../resources/sales/charges.ts'
import { id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const finishCharge = endpoint({
  name: 'transactions.finishCharge',
  call: 'POST /v1/transactions/charge/{id}/finish',
  table: 'customer',
  summary: 'カード会社の本人認証のあとにチャージを完了する（何度呼んでも一度だけ）',
  right: 'member',
  reach: 'own',
  params: z.object({ id }),
  body: z.strictObject({
    /** The reader left the bank's page: the charge is given up, and nothing is taken. */
    cancelled: z.optional(z.literal(true)),
  }),
  status: 200,
  output: charge,
  errors: ['NOT_VERIFIED', 'CARD_UNAVAILABLE', 'TXN_NOT_FOUND'],
  lost: 'again',
})
