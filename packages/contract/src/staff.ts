import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { trimmed } from './person.ts'
import { employeeType, id, instant, pageOf, pageQuery } from './resources.ts'

/** Somebody of the staff: till staff see of each other what is needed to hand a till over, and no more. */
export const staffMember = z.strictObject({
  id,
  /** The number that staff sign in with, such as E0003. */
  number: z.string(),
  name: z.string(),
  /** Whether they can take over a till of their store. */
  has_pin: z.boolean(),
  /** For managers and head office. */
  details: z.nullable(
    z.strictObject({
      type: employeeType,
      /** Null for head office. */
      store_id: z.nullable(id),
      store_name: z.nullable(z.string()),
      active: z.boolean(),
      last_used_at: z.nullable(instant),
    }),
  ),
})
export type StaffMember = z.infer<typeof staffMember>

const employees = ['register', 'manager', 'accounting', 'kyc_reviewer', 'owner'] as const

export const staff = {
  pin: endpoint({
    name: 'users.pin',
    summary: 'レジの交代と承認に使う自分のPIN（6桁）を設定する',
    who: employees,
    body: z.strictObject({ current_password: z.string().min(1).max(1024), pin: z.string().min(1).max(20) }),
    status: 200,
    output: z.strictObject({}),
    errors: ['PASSWORD_CURRENT_INVALID', 'AUTH_ACCOUNT_LOCKED', 'STAFF_PIN_FORMAT', 'STAFF_PIN_WEAK'],
  }),
  list: endpoint({
    name: 'admin.staffList',
    summary: 'スタッフの一覧（店舗の担当者は自店舗だけ）',
    who: ['register', 'manager', 'accounting', 'owner'],
    query: z.object({
      ...pageQuery.shape,
      limit: pageQuery.shape.limit.unwrap().default(limits.pageSizeMax),
      store_id: z.optional(id),
      /** A number or a part of a name. */
      q: z
        .string()
        .max(80)
        .default('')
        .transform((text) => trimmed(text.normalize('NFKC'))),
      state: z.enum(['active', 'stopped', 'all']).default('active'),
    }),
    status: 200,
    output: pageOf(staffMember),
    errors: [],
  }),
}
