import { z } from 'zod'
import { payErrors, registerState, tendering, settles, withItsPart } from '../resources/sales/transactions.ts'
import { id } from '../resources/shapes.ts'
import { endpoint } from '../wire/endpoint.ts'

export const pay = endpoint({
  name: 'transactions.pay',
  call: 'POST /v1/transactions/pay',
  table: 'staff',
  summary: 'お会計（tendersがあれば確定、なければ会員コードを読み取って会計を開く）',
  right: 'sell',
  reach: { register: 'at-counter', manager: 'own-shop' },
  note: 'payer comes from the pay code, never from the body',
  body: withItsPart(
    z.strictObject({
      /** The QR's text, or the sixteen digits under the bar code. A sale without a member sends none. */
      token: z.optional(z.string().min(1).max(4096)),
      /** Made and stored by the register before it sends, so that a lost answer can be looked up. */
      transaction_id: z.optional(id),
      /** Defaults to the store's first register. */
      register_id: z.optional(id),
      ...tendering,
    }),
  ),
  example: {
    token: '4103 8217 5509 6642',
    items: [{ sku_id: '01929f5e-7a10-7cc3-98c4-dc0c0c07398f', quantity: 1 }],
    tenders: { points: 500, balance: 2_000, cash: 800 },
    cash_tendered: 1_000,
    expected_total: 3_300,
  },
  status: 200,
  accepted: '金額が大きいため、お客様の確認を待っている（何も動いていない）',
  output: registerState,
  errors: payErrors,
  /** Without tenders it is a scan, which comes to the same however often it is sent. */
  idempotent: settles,
})

export type PayBody = z.infer<typeof pay.body>
