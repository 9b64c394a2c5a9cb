import { z } from 'zod'
import { id, whole } from '../../../resources/shapes.ts'
import { endpoint } from '../../../wire/endpoint.ts'

export const formalReceiptCopy = endpoint({
  name: 'transactions.formalReceiptCopy',
  call: 'POST /v1/transactions/{id}/receipt/formal/copies',
  table: 'customer',
  summary: '領収書を保存・印刷するための一部（二部目から「再発行」）',
  right: 'receipt.read',
  reach: { member: 'own', shop: 'own-shop' },
  note: 'counted for good',
  params: z.object({ id }),
  /** Made by the caller, so that a lost answer costs no second copy. */
  body: z.strictObject({ id }),
  status: 201,
  output: z.strictObject({ copy: whole, reissue: z.boolean() }),
  errors: ['NOT_VERIFIED', 'TXN_NOT_FOUND', 'RECEIPT_NONE', 'CONFLICT'],
  lost: 'again',
})
