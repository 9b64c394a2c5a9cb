import { z } from 'zod'
import { id, transactionDetails } from '../resources/shapes.ts'
import { endpoint } from '../wire/endpoint.ts'

export const details = endpoint({
  name: 'transactions.details',
  call: 'GET /v1/transactions/{id}/details',
  table: 'first',
  summary: '取引の詳細（本人、または取引した店舗のスタッフ）',
  right: 'transaction.read',
  reach: { member: 'own', shop: 'own-shop' },
  params: z.object({ id }),
  status: 200,
  output: transactionDetails,
  errors: ['NOT_VERIFIED', 'TXN_NOT_FOUND'],
})
