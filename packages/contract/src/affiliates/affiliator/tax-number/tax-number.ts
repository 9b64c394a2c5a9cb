import { z } from 'zod'
import { endpoint } from '../../../wire/endpoint.ts'

export const taxNumber = endpoint({
  name: 'affiliates.taxNumber',
  call: 'GET /v1/affiliates/affiliator/tax_number',
  table: 'customer',
  summary: '支払明細書に載せる登録番号（適格請求書発行事業者。登録していなければ null）',
  right: 'member',
  reach: { customer: 'forbidden', affiliator: 'own' },
  note: '403 NOT_AFFILIATOR to other members',
  status: 200,
  output: z.strictObject({ registration_no: z.nullable(z.string()) }),
  errors: ['NOT_VERIFIED', 'NOT_AFFILIATOR'],
})
