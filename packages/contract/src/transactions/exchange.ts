import { refundReasons } from '../terms/refund-words.ts'
import { z } from 'zod'
import { written } from '../inputs/written.ts'
import { refundItems } from '../resources/sales/refunds.ts'
import { saleItems, tendering } from '../resources/sales/transactions.ts'
import { amountInput, id, transaction, whole } from '../resources/shapes.ts'
import { endpoint } from '../wire/endpoint.ts'
import { pay } from './pay.ts'
import { refund } from './refund.ts'

export const exchange = endpoint({
  name: 'transactions.exchange',
  call: 'POST /v1/transactions/exchange',
  table: 'staff',
  summary: '交換（返品と会計を1回の確定で。両方が記録されるか、どちらも記録されないかのどちらか）',
  right: 'sell',
  reach: 'own-shop',
  note: 'a return and a sale in one commit; the return as above, approval included',
  body: z.strictObject({
    /** What comes back. Money goes the way it came, as the preview of a refund shows. */
    give_back: z.strictObject({
      transaction_id: id,
      items: refundItems,
      reason: written.min(1).max(200),
      to_balance: z.optional(z.boolean()),
      consent: z.optional(z.literal(true)),
      approval_id: z.optional(id),
    }),
    /** What leaves for it, as at the register. */
    sale: z.strictObject({
      transaction_id: z.optional(id),
      token: z.optional(z.string().min(1).max(4096)),
      items: saleItems,
      tenders: tendering.tenders.unwrap(),
      expected_total: tendering.expected_total,
      terminal: tendering.terminal,
    }),
    /** What the customer handed over for the difference; change is what exceeds it. */
    cash_handed: z.optional(amountInput),
    register_id: z.optional(id),
  }),
  example: {
    give_back: {
      transaction_id: '01929f5e-7a10-7cc3-98c4-dc0c0c07398f',
      items: [{ line: 1, quantity: 1 }],
      reason: refundReasons[2],
    },
    sale: {
      items: [{ sku_id: '01929f5e-7a10-7cc3-98c4-dc0c0c07398f', quantity: 1 }],
      tenders: { cash: 1_100 },
    },
    cash_handed: 1_100,
  },
  status: 200,
  output: z.strictObject({
    refund: transaction,
    sale: transaction,
    /** Into the drawer above zero, out of it below: both halves together. */
    cash: whole,
    /** Of what was handed over. */
    change: whole,
  }),
  errors: [...new Set([...refund.errors, ...pay.errors, 'EXCHANGE_CONFIRM' as const])],
  idempotent: true,
})
