import { z } from 'zod'
import { emailInput } from '../../resources/members/auth.ts'
import { id, whole } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const receiptMail = endpoint({
  name: 'transactions.receiptMail',
  call: 'POST /v1/transactions/{id}/receipt/mail',
  table: 'staff',
  summary: 'レシートをメールで送る（宛先がなければ会員の確認済みのアドレスへ）',
  right: 'receipt.send',
  reach: { shop: 'own-shop' },
  note: 'to a typed address or the member’s confirmed one, of which staff see a part; counted as a copy',
  params: z.object({ id }),
  body: z.strictObject({ id, email: z.optional(emailInput) }),
  status: 201,
  output: z.strictObject({
    copy: whole,
    reissue: z.boolean(),
    /** Shown to staff with most of it hidden. */
    sent_to: z.string(),
  }),
  errors: ['TXN_NOT_FOUND', 'RECEIPT_NONE', 'RECEIPT_NO_ADDRESS', 'CONFLICT', 'RATE_LIMITED'],
  lost: 'again',
})
