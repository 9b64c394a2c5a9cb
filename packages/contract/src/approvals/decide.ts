import { z } from 'zod'
import { written } from '../inputs/written.ts'
import { approval, approvalPin } from '../resources/brand/approvals.ts'
import { id } from '../resources/shapes.ts'
import { limits } from '../rules/limits.ts'
import { endpoint } from '../wire/endpoint.ts'

export const decideApproval = endpoint({
  name: 'approvals.decide',
  call: 'PATCH /v1/approvals/{id}',
  table: 'staff',
  summary: '責任者が自分の端末で判断する（承認には自分のPIN、または再確認）',
  right: 'approve',
  reach: { manager: 'own-shop' },
  note: 'never one’s own; to approve takes one’s PIN or a step-up',
  params: z.object({ id }),
  body: z.strictObject({
    decision: z.enum(['approve', 'decline']),
    pin: z.optional(approvalPin),
    note: written.max(limits.refundReasonMax).default(''),
  }),
  status: 200,
  output: approval,
  errors: [
    'APPROVAL_SELF',
    'APPROVAL_LINKED',
    'APPROVAL_RIGHT',
    'APPROVAL_DECIDED',
    'APPROVAL_EXPIRED',
    'STAFF_PIN_INVALID',
    'EMPLOYEE_AUTH_LOCKED',
    'STEP_UP_REQUIRED',
  ],
  lost: { ask: 'approvals.show' },
})
