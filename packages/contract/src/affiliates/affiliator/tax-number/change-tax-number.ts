import { z } from 'zod'
import { endpoint } from '../../../wire/endpoint.ts'

export const changeTaxNumber = endpoint({
  name: 'affiliates.changeTaxNumber',
  call: 'PATCH /v1/affiliates/affiliator/tax_number',
  table: 'customer',
  summary: '支払明細書に載せる登録番号の変更',
  right: 'member',
  reach: { customer: 'forbidden', affiliator: 'own' },
  note: '403 NOT_AFFILIATOR to other members; for statements, paid ones keep theirs',
  body: z.strictObject({
    registration_no: z.nullable(z.string().regex(/^T\d{13}$/, 'REGISTRATION_NO_FORMAT')),
  }),
  status: 200,
  output: z.strictObject({ registration_no: z.nullable(z.string()) }),
  errors: ['NOT_VERIFIED', 'NOT_AFFILIATOR'],
  lost: 'again',
})
