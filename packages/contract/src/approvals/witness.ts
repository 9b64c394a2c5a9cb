import { z } from 'zod'
import { written } from '../inputs/written.ts'
import { approval, approvalPin } from '../resources/brand/approvals.ts'
import { id } from '../resources/shapes.ts'
import { endpoint } from '../wire/endpoint.ts'

export const approveByPassword = endpoint({
  name: 'approvals.witness',
  call: 'POST /v1/approvals/{id}/witness',
  table: 'staff',
  summary: '責任者がレジで承認する（PIN、または社員番号とパスワード）',
  right: 'sell',
  reach: 'own',
  note: 'by PIN or password of a second person beside the register',
  params: z.object({ id }),
  body: z.union([
    z.strictObject({ employee_id: written.min(1).max(64), pin: approvalPin }),
    z.strictObject({
      employee_id: written.min(1).max(64),
      password: z.string().min(1).max(1024),
    }),
  ]),
  status: 200,
  output: approval,
  errors: [
    'APPROVAL_SELF',
    'APPROVAL_LINKED',
    'APPROVAL_RIGHT',
    'APPROVAL_DECIDED',
    'APPROVAL_EXPIRED',
    'STAFF_PIN_INVALID',
    'EMPLOYEE_AUTH_FAILED',
    'EMPLOYEE_AUTH_LOCKED',
  ],
  lost: { ask: 'approvals.show' },
})
