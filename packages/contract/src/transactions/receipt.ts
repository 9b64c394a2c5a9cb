import { z } from 'zod'
import { receipt } from '../resources/sales/receipts.ts'
import { id } from '../resources/shapes.ts'
import { endpoint } from '../wire/endpoint.ts'

export const receiptCall = endpoint({
  name: 'transactions.receipt',
  call: 'GET /v1/transactions/{id}/receipt',
  table: 'customer',
  summary: 'レシート（適格簡易請求書・適格返還請求書）と領収書の状態',
  right: 'receipt.read',
  reach: { member: 'own', shop: 'own-shop' },
  note: 'fixed when it is first asked for',
  params: z.object({ id }),
  status: 200,
  output: receipt,
  errors: ['NOT_VERIFIED', 'TXN_NOT_FOUND', 'RECEIPT_NONE'],
})
