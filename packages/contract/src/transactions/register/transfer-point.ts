import { z } from 'zod'
import { written } from '../../inputs/written.ts'
import { member } from '../../resources/sales/granted-points.ts'
import { id, transaction } from '../../resources/shapes.ts'
import { limits } from '../../rules/limits.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const transferPoint = endpoint({
  name: 'transactions.transferPoint',
  call: 'POST /v1/transactions/register/transfer_point',
  table: 'staff',
  summary:
    'ポイントの付与、または会員から会員への移行（読み取ったコードは使用済みになる。移行は渡す会員の確認が、上限を超えると責任者の承認が必要。当日中は取り消せる）',
  right: 'sell',
  reach: { register: 'at-counter', manager: 'own-shop' },
  note: 'a member whose code was scanned, or who paid here (today, for a register); above what one person may give at once or in a day 403 without a second person’s approval',
  body: z.strictObject({
    to: member,
    /** The member who gives them away stands at the register: the code on their phone. Without, the shop gives. */
    from: z.optional(member),
    points: z.int().min(1).max(limits.amountMax),
    reason: written.min(1).max(limits.refundReasonMax),
    register_id: z.optional(id),
    /** A second person's approval for exactly this, where the caller's own is not enough. */
    approval_id: z.optional(id),
  }),
  status: 200,
  accepted:
    '移行は渡す会員の確認を待っている（何も動いていない）。同じ要求をもう一度送ると、承諾のあとに移る',
  output: transaction,
  errors: [
    'MOVE_NOT_AGREED',
    'REGISTER_OUT_OF_USE',
    'DEVICE_NOT_ENROLLED',
    'QR_INVALID',
    'QR_EXPIRED',
    'QR_ALREADY_USED',
    'QR_CLAIMED',
    'INSUFFICIENT_POINT',
    'POINTS_SAME_MEMBER',
    'POINTS_SELF',
    'CUSTOMER_SUSPENDED',
    'APPROVAL_REQUIRED',
    'PAYMENT_UNKNOWN',
    'IDEMPOTENCY_KEY_REUSED',
    'RATE_LIMITED',
  ],
  idempotent: true,
})
