import { z } from 'zod'
import { id, whole } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const receiptCopy = endpoint({
  name: 'transactions.receiptCopy',
  call: 'POST /v1/transactions/{id}/receipt/copies',
  table: 'staff',
  summary: 'レシートを店頭で渡すための一部（印刷・保存。二部目から「再発行」）',
  right: 'receipt.send',
  reach: { shop: 'own-shop' },
  note: 'counted for good',
  params: z.object({ id }),
  body: z.strictObject({
    /** Made by the caller, so that a lost answer costs no second copy. */
    id,
    /** A file needs no stamp. */
    on_paper: z.boolean().default(true),
  }),
  status: 201,
  output: z.strictObject({ copy: whole, reissue: z.boolean() }),
  errors: ['TXN_NOT_FOUND', 'RECEIPT_NONE', 'CONFLICT'],
  lost: 'again',
})
