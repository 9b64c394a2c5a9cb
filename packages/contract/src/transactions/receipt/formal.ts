import { z } from 'zod'
import { lengthOf, trimmed } from '../../inputs/person.ts'
import { addresseeMax, isPrintable, provisoMax } from '../../inputs/receipt-inputs.ts'
import { defaultProviso } from '../../inputs/receipt-text.ts'
import { receipt } from '../../resources/sales/receipts.ts'
import { id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

const text = (max: number) =>
  z
    .string()
    .max(max * 8)
    .transform(trimmed)
    .refine((value) => value === '' || isPrintable(value), 'NAME_FORMAT')
    .refine((value) => lengthOf(value) <= max, `TOO_LONG ${max}`)

export const formalReceipt = endpoint({
  name: 'transactions.formalReceipt',
  call: 'POST /v1/transactions/{id}/receipt/formal',
  table: 'customer',
  summary: '領収書の発行（宛名は一度だけ）',
  right: 'receipt.read',
  reach: { member: 'own', shop: 'own-shop' },
  note: 'once for a sale, for the first who asks',
  params: z.object({ id }),
  body: z.strictObject({
    addressee: text(addresseeMax).refine((value) => value !== '', 'REQUIRED'),
    proviso: text(provisoMax)
      .default(defaultProviso)
      .transform((value) => value || defaultProviso),
  }),
  status: 201,
  output: receipt,
  errors: ['NOT_VERIFIED', 'TXN_NOT_FOUND', 'RECEIPT_NONE', 'RECEIPT_UNAVAILABLE', 'RECEIPT_ISSUED'],
  lost: 'again',
})
