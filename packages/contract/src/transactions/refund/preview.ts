import { z } from 'zod'
import { refundErrors, refundPreview, refundSelection, voidErrors } from '../../resources/sales/refunds.ts'
import { isItemsOrAmount, itemsOrAmount } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const refundPreviewCall = endpoint({
  name: 'transactions.refundPreview',
  call: 'POST /v1/transactions/refund/preview',
  table: 'staff',
  summary: '返金・取消の前に、何がどこへ戻るかを確かめる（何も動かさない）',
  right: 'refund',
  reach: { shop: 'own-shop' },
  note: 'moves nothing',
  body: z
    .strictObject({ ...refundSelection, void: z.optional(z.boolean()) })
    .refine(isItemsOrAmount, itemsOrAmount),
  example: { transaction_id: '01929f5e-7a10-7cc3-98c4-dc0c0c07398f', items: [{ line: 1, quantity: 1 }] },
  status: 200,
  output: refundPreview,
  errors: [...refundErrors, ...voidErrors],
  reads: true,
})
