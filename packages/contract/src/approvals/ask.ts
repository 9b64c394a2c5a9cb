import { z } from 'zod'
import { visible } from '../inputs/visible.ts'
import { written } from '../inputs/written.ts'
import { approval } from '../resources/brand/approvals.ts'
import { amountInput, anyJson, id } from '../resources/shapes.ts'
import { limits } from '../rules/limits.ts'
import { endpoint } from '../wire/endpoint.ts'
import { approvalKinds } from '../wire/permissions.ts'

/** The person who decides reads it. */
const visibleText = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? visible(value) : value

/** Which act it is about, in the terms of that act: an approval is good for exactly this and nothing else. */
const subject = z
  .record(z.string().regex(/^[a-z][a-z0-9_]{0,39}$/), anyJson)
  .overwrite((value) => JSON.parse(JSON.stringify(value), visibleText) as typeof value)
  .refine((value) => JSON.stringify(value).length <= limits.approvalSubjectMax, 'VALIDATION_ERROR')

export const ask = endpoint({
  name: 'approvals.ask',
  call: 'POST /v1/approvals',
  table: 'staff',
  summary: '責任者の承認を依頼する（責任者へ通知する）',
  right: 'approve.ask',
  reach: { shop: 'own-shop' },
  note: 'asks for a second person',
  body: z.strictObject({
    /** Made by the register: sent again after a lost answer, it asks once. */
    id: z.optional(id),
    store_id: z.optional(id),
    kind: z.enum(approvalKinds),
    subject,
    amount: z.nullable(amountInput),
    reason: written.max(limits.refundReasonMax).default(''),
  }),
  status: 201,
  output: approval,
  errors: ['CONFLICT'],
  lost: 'again',
})
