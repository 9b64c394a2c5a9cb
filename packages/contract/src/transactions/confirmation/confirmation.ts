import { z } from 'zod'
import { confirmation } from '../../resources/sales/confirmations.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const confirmationCall = endpoint({
  name: 'transactions.confirmation',
  call: 'GET /v1/transactions/confirmation',
  table: 'first',
  summary: '自分の確認を待っているお支払い、またはポイントの移行',
  right: 'member',
  reach: 'own',
  status: 200,
  output: z.strictObject({ confirmation: z.nullable(confirmation) }),
  errors: ['NOT_VERIFIED'],
})
