import { z } from 'zod'
import { id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const payoutStatementPdf = endpoint({
  name: 'transactions.payoutStatementPdf',
  call: 'GET /v1/transactions/{id}/statement/pdf',
  table: 'customer',
  summary: '支払明細書のPDF',
  right: 'statement.read',
  reach: { customer: 'absent', affiliator: 'own' },
  note: 'paid ones only',
  params: z.object({ id }),
  status: 200,
  output: z.instanceof(Uint8Array),
  media: 'application/pdf',
  errors: ['NOT_VERIFIED', 'TXN_NOT_FOUND'],
})
