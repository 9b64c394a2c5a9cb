import { z } from 'zod'
import { debtStanding, deferredDebt } from '../../resources/sales/deferred.ts'
import { whole } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const ownDeferred = endpoint({
  name: 'transactions.ownLater',
  call: 'GET /v1/transactions/later',
  table: 'customer',
  summary: '自分の後払い（未払いと利用枠）',
  right: 'member',
  reach: 'own',
  status: 200,
  output: z.strictObject({ ...debtStanding.shape, balance: whole, items: z.array(deferredDebt) }),
  errors: ['NOT_VERIFIED'],
})
