import { z } from 'zod'
import { id } from '../../../resources/shapes.ts'
import { endpoint } from '../../../wire/endpoint.ts'

export const formalReceiptPdf = endpoint({
  name: 'transactions.formalReceiptPdf',
  call: 'GET /v1/transactions/{id}/receipt/formal/{copy}/pdf',
  table: 'customer',
  summary: '領収書のPDF',
  right: 'receipt.read',
  reach: { member: 'own', shop: 'own-shop' },
  note: 'only copies that were counted',
  params: z.object({ id, copy: z.coerce.number().int().min(1).max(1_000_000) }),
  status: 200,
  output: z.instanceof(Uint8Array),
  media: 'application/pdf',
  errors: ['NOT_VERIFIED', 'TXN_NOT_FOUND', 'RECEIPT_NONE', 'OVERLOADED'],
})
