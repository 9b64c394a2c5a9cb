import { z } from 'zod'
import { written } from '../../inputs/written.ts'
import {
  correction,
  payErrors,
  registerState,
  tendering,
  settles,
  withItsPart,
} from '../../resources/sales/transactions.ts'
import { id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const payUpdate = endpoint({
  name: 'transactions.payUpdate',
  call: 'PATCH /v1/transactions/pay/update',
  table: 'staff',
  summary: '開いている会計の編集・確定・保留・取消、確定した会計の当日中の修正',
  right: 'sell',
  reach: { register: 'at-counter', manager: 'own-shop' },
  note: 'a pending payment of the same register; what a completed one of the open day has wrong is a manager’s to correct',
  body: withItsPart(
    z.strictObject({
      transaction_id: id,
      /** Where the register stands; defaults to the store's first register. Another one's sale is there for its opener only. */
      register_id: z.optional(id),
      ...tendering,
      status: z.optional(z.enum(['completed', 'saved', 'cancelled'])),
      /** Under which a saved cart is found again; the time of day where it is left out. */
      name: z.optional(written.min(1).max(30)),
      /** Of a completed sale of the open day, and by itself: what was written down wrongly. Amounts never change. */
      correction: z.optional(correction),
    }),
  ),
  example: {
    transaction_id: '01929f5e-7a10-7cc3-98c4-dc0c0c07398f',
    tenders: { balance: 2_000, card: 1_300 },
    terminal: { brand: 'visa', approval_number: '012345' },
    status: 'completed',
  },
  status: 200,
  accepted: '金額が大きいため、お客様の確認を待っている（何も動いていない）',
  output: registerState,
  errors: [
    'TXN_NOT_FOUND',
    'PARKED_LIMIT',
    ...payErrors,
    'TXN_VOIDED',
    'CORRECT_CLOSED',
    'CORRECT_REFUNDED',
    'CORRECT_NOT_PAYMENT',
    'CORRECT_AMOUNTS',
    'CORRECT_NOTHING',
    'CORRECT_APPROVAL',
  ],
  /** An edit says the whole cart, and what was put aside or given up stays so. */
  idempotent: settles,
})

export type PayUpdateBody = z.infer<typeof payUpdate.body>
