import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { approvalKinds } from './permissions.ts'
import { amountInput, anyJson, empty, id, instant, pageOf, pageQuery, whole } from './resources.ts'
import { written } from './written.ts'

const staff = ['register', 'manager', 'accounting', 'owner'] as const

/** Which act it is about, in the terms of that act: an approval is good for exactly this and nothing else. */
const subject = z
  .record(z.string().regex(/^[a-z][a-z0-9_]{0,39}$/), anyJson)
  .refine((value) => JSON.stringify(value).length <= limits.approvalSubjectMax, 'VALIDATION_ERROR')

const person = z.strictObject({ id, number: z.string(), name: z.string() })

export const approvalStatus = z.enum(['waiting', 'approved', 'declined', 'cancelled', 'expired', 'used'])

export const approval = z.strictObject({
  id,
  kind: z.enum(approvalKinds),
  store: z.strictObject({ id, name: z.string() }),
  subject: z.record(z.string(), anyJson),
  /** The member whom the subject names; null where it is about nobody. */
  member: z.nullable(z.strictObject({ id, name: z.string() })),
  /** Yen, points or pieces, as the kind has it; null where the act has no amount. */
  amount: z.nullable(whole),
  reason: z.string(),
  status: approvalStatus,
  requested_by: person,
  requested_at: instant,
  /** Until then it can be decided, and after the decision used. */
  expires_at: instant,
  /** Seconds until then, for a device whose clock may be wrong. */
  expires_in: whole,
  decided_by: z.nullable(person),
  decided_at: z.nullable(instant),
  note: z.string(),
  /** Whether the caller can decide it. */
  may_decide: z.boolean(),
  /** The caller does not count as another person than the one who asked: one of them let the other in. */
  is_linked: z.boolean(),
})
export type Approval = z.infer<typeof approval>

const pin = z.string().min(1).max(20)

export const approvals = {
  ask: endpoint({
    name: 'approvals.ask',
    summary: '責任者の承認を依頼する（責任者へ通知する）',
    who: staff,
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
  }),
  list: endpoint({
    name: 'approvals.list',
    summary: '承認の依頼の一覧（自店舗。本部は全店舗）',
    who: ['manager', 'accounting', 'owner'],
    query: z.object({ ...pageQuery.shape, state: z.enum(['waiting', 'all']).default('waiting') }),
    status: 200,
    output: pageOf(approval),
    errors: [],
  }),
  show: endpoint({
    name: 'approvals.show',
    summary: '承認の依頼の状態と、承認できる責任者',
    who: staff,
    params: z.object({ id }),
    status: 200,
    output: z.strictObject({
      ...approval.shape,
      /** Who can approve it beside the register. */
      deciders: z.array(z.strictObject({ ...person.shape, has_pin: z.boolean() })),
    }),
    errors: [],
  }),
  decide: endpoint({
    name: 'approvals.decide',
    summary: '責任者が自分の端末で判断する（承認には自分のPIN、または再確認）',
    who: ['manager', 'accounting', 'owner'],
    params: z.object({ id }),
    body: z.strictObject({
      decision: z.enum(['approve', 'decline']),
      pin: z.optional(pin),
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
  }),
  witness: endpoint({
    name: 'approvals.witness',
    summary: '責任者がレジで承認する（PIN、または社員番号とパスワード）',
    who: ['register', 'manager'],
    params: z.object({ id }),
    body: z.union([
      z.strictObject({ employee_id: written.min(1).max(64), pin }),
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
  }),
  cancel: endpoint({
    name: 'approvals.cancel',
    summary: '承認の依頼を取り下げる',
    who: staff,
    params: z.object({ id }),
    status: 204,
    output: empty,
    errors: [],
  }),
}
