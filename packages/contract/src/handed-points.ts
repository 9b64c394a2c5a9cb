import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { id, tillCustomer, transaction } from './resources.ts'
import { written } from './written.ts'

/** Whose code was scanned just now, or a member by id, of whom the register has a reason to know. */
const member = z.string().min(1).max(4096)

export const handedPoints = {
  shownMember: endpoint({
    name: 'transactions.shownMember',
    summary: '提示されたコードの会員（コードは使わず、会計も開かない）',
    who: ['register', 'manager'],
    body: z.strictObject({ token: member, register_id: z.optional(id) }),
    status: 200,
    output: tillCustomer,
    errors: [
      'REGISTER_OUT_OF_USE',
      'DEVICE_NOT_ENROLLED',
      'QR_INVALID',
      'QR_EXPIRED',
      'QR_ALREADY_USED',
      'QR_CLAIMED',
      'RATE_LIMITED',
    ],
  }),
  transferPoint: endpoint({
    name: 'transactions.transferPoint',
    summary:
      'ポイントの付与、または会員から会員への移行（上限を超えると責任者の承認が必要。当日中は取り消せる）',
    who: ['register', 'manager'],
    body: z.strictObject({
      to: member,
      /** Whoever gives them away stands at the register: the code on their phone. Without, the shop gives. */
      from: z.optional(member),
      points: z.int().min(1).max(limits.amountMax),
      reason: written.min(1).max(limits.refundReasonMax),
      register_id: z.optional(id),
      /** A second person's word for exactly this, where the caller's own is not enough. */
      approval_id: z.optional(id),
    }),
    status: 200,
    output: transaction,
    errors: [
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
  }),
}
