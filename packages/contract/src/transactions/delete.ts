import { refundReasons } from '../terms/refund-words.ts'
import { z } from 'zod'
import { refundReason, staffCredentials, staffProofErrors, voidErrors } from '../resources/sales/refunds.ts'
import { id, transaction } from '../resources/shapes.ts'
import { endpoint } from '../wire/endpoint.ts'

const isAnswered =
  (name: 'employee_id' | 'password') =>
  (body: {
    employee_id?: string | undefined
    password?: string | undefined
    approval_id?: string | undefined
  }) =>
    body.approval_id === undefined ? body[name] !== undefined : body[name] === undefined

export const deleteCall = endpoint({
  name: 'transactions.delete',
  call: 'POST /v1/transactions/{id}/delete',
  table: 'staff',
  summary: '取消（当日の取引を反対の記帳で取り消す。記録は消えない）',
  right: 'void',
  reach: { shop: 'own-shop', admin: 'after-proof' },
  note: 'a reversal, never a row delete; by number and password of the person who answers for it: a register for its own small sales, else a manager, and over the limit never the seller',
  params: z.object({ id }),
  /** Number and password of the person who answers for it; or the approval of a second person who was asked. */
  body: z
    .strictObject({
      employee_id: z.optional(staffCredentials.employee_id),
      password: z.optional(staffCredentials.password),
      approval_id: z.optional(id),
      reason: z.optional(refundReason),
      register_id: z.optional(id),
    })
    .refine(isAnswered('employee_id'), { path: ['employee_id'], message: 'REQUIRED' })
    .refine(isAnswered('password'), { path: ['password'], message: 'REQUIRED' }),
  example: { employee_id: 'E0002', password: 'hikaru-gin-no-suzu-925', reason: refundReasons[3] },
  status: 200,
  output: transaction,
  errors: [
    'REGISTER_OUT_OF_USE',
    'DEVICE_NOT_ENROLLED',
    'TXN_NOT_FOUND',
    'REFUND_NOT_PAYMENT',
    'PREPAID_CASHOUT_PROHIBITED',
    'TXN_VOIDED',
    ...voidErrors,
    ...staffProofErrors,
    'VOID_APPROVAL',
    'APPROVAL_REQUIRED',
    'APPROVAL_LINKED',
    'REFUND_NOTHING',
    'CHARGE_SPENT',
  ],
  idempotent: true,
})
