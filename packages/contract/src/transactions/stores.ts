import { z } from 'zod'
import { id } from '../resources/shapes.ts'
import { endpoint } from '../wire/endpoint.ts'

export const stores = endpoint({
  name: 'transactions.stores',
  call: 'GET /v1/transactions/stores',
  table: 'customer',
  summary: '取引の一覧を絞り込める店舗',
  right: 'member',
  note: 'the shops by name; no person is in it',
  status: 200,
  output: z.strictObject({ items: z.array(z.strictObject({ id, code: z.string(), name: z.string() })) }),
  errors: ['NOT_VERIFIED'],
})
