import { z } from 'zod'
import { actGroups } from '../../terms/log-terms.ts'
import { anyJson, businessDate, id, instant } from '../shapes.ts'

const values = z.nullable(z.record(z.string(), anyJson))

export const act = z.strictObject({
  id,
  at: instant,
  by: z.strictObject({ id, number: z.nullable(z.string()), name: z.string() }),
  /** What was done, such as `staff.stopped`. */
  action: z.string(),
  /** Which thing it was done to, such as `staff:<id>`. */
  object: z.string(),
  store_name: z.nullable(z.string()),
  /** The member of staff or customer whom it was about. */
  subject: z.nullable(z.string()),
  before: values,
  after: values,
  note: z.string(),
  request_id: z.string(),
})
export type RecordedAct = z.infer<typeof act>

export const logQuery = {
  store_id: z.optional(id),
  employee_id: z.optional(id),
  group: z.optional(z.enum(actGroups)),
  from: z.optional(businessDate),
  until: z.optional(businessDate),
}
