import { z } from 'zod'
import { approvalKinds } from '../../wire/permissions.ts'
import { anyJson, id, instant, whole } from '../shapes.ts'

export const staffPerson = z.strictObject({ id, number: z.string(), name: z.string() })

export const approvalStatus = z.enum(['waiting', 'approved', 'declined', 'cancelled', 'expired', 'used'])

export const approval = z.strictObject({
  id,
  kind: z.enum(approvalKinds),
  store: z.strictObject({ id, name: z.string() }),
  subject: z.record(z.string(), anyJson),
  /** The member whom the subject names; null where it is about no member. */
  member: z.nullable(z.strictObject({ id, name: z.string() })),
  /** Yen, points or pieces, as the kind has it; null where the act has no amount. */
  amount: z.nullable(whole),
  reason: z.string(),
  status: approvalStatus,
  requested_by: staffPerson,
  requested_at: instant,
  /** Until then it can be decided, and after the decision used. */
  expires_at: instant,
  /** Seconds until then, for a device whose clock may be wrong. */
  expires_in: whole,
  decided_by: z.nullable(staffPerson),
  decided_at: z.nullable(instant),
  note: z.string(),
  /** Whether the caller can decide it. */
  may_decide: z.boolean(),
  /** The caller does not count as another person than the one who asked: one of them let the other in. */
  is_linked: z.boolean(),
})
export type Approval = z.infer<typeof approval>

export const approvalPin = z.string().min(1).max(20)
