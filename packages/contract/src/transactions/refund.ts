import { refundReasons } from '../terms/refund-words.ts'
import { z } from 'zod'
import {
  refundErrors,
  refundReason,
  refundSelection,
  restock,
  staffCredentials,
  staffProofErrors,
} from '../resources/sales/refunds.ts'
import { id, isItemsOrAmount, itemsOrAmount, transaction } from '../resources/shapes.ts'
import { endpoint } from '../wire/endpoint.ts'

export const refund = endpoint({
  name: 'transactions.refund',
  call: 'POST /v1/transactions/refund',
  table: 'staff',
  summary: '返金（全部・明細・金額。元のお支払い方法へ戻す）',
  right: 'refund',
  reach: { shop: 'own-shop', admin: 'after-proof' },
  note: 'one’s own sale, or for a register over the shop’s limit or not the same day: 403 without a manager’s number and password',
  body: z
    .strictObject({
      ...refundSelection,
      reason: refundReason,
      /** The customer agreed to balance in place of cash and card. */
      consent: z.optional(z.literal(true)),
      /** The register whose drawer gives the cash; the store's first one without. */
      register_id: z.optional(id),
      /** What becomes of the articles of a whole refund. */
      restock: z.optional(restock),
      /** The approval of a second person who was asked, where the caller's own is not enough. */
      approval_id: z.optional(id),
      /** A manager who agrees beside the register, where the caller's own approval is not enough. */
      approval: z.optional(z.strictObject(staffCredentials)),
    })
    .refine(isItemsOrAmount, itemsOrAmount),
  example: {
    transaction_id: '01929f5e-7a10-7cc3-98c4-dc0c0c07398f',
    items: [{ line: 1, quantity: 1 }],
    reason: refundReasons[2],
  },
  status: 200,
  output: transaction,
  errors: [
    'REGISTER_OUT_OF_USE',
    'DEVICE_NOT_ENROLLED',
    ...refundErrors,
    ...staffProofErrors,
    'RETURN_NOT_ALLOWED',
    'REFUND_CONSENT',
    'REFUND_APPROVAL',
    'APPROVAL_REQUIRED',
    'APPROVAL_LINKED',
  ],
  idempotent: true,
})
