import { z } from 'zod'
import { collectErrors, pay } from '../../resources/sales/deferred.ts'
import { id, transaction } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const payDeferred = endpoint({
  name: 'transactions.payLater',
  call: 'POST /v1/transactions/later',
  table: 'customer',
  summary: '自分の後払いを残高で支払う（一部・全額）',
  right: 'member',
  reach: 'own',
  note: 'from balance',
  body: z.strictObject({ pay, transaction_id: z.optional(id) }),
  status: 200,
  output: transaction,
  errors: ['NOT_VERIFIED', ...collectErrors, 'AUTH_SUSPENDED'],
  idempotent: true,
})
