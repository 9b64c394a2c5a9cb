import { z } from 'zod'
import { id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const receiptPdf = endpoint({
  name: 'transactions.receiptPdf',
  call: 'GET /v1/transactions/{id}/receipt/pdf',
  table: 'customer',
  summary: 'レシートのPDF',
  right: 'receipt.read',
  reach: { member: 'own', shop: 'own-shop' },
  params: z.object({ id }),
  status: 200,
  output: z.instanceof(Uint8Array),
  media: 'application/pdf',
  errors: ['NOT_VERIFIED', 'TXN_NOT_FOUND', 'RECEIPT_NONE', 'OVERLOADED'],
})
