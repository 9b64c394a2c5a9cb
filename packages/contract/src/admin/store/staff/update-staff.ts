import { z } from 'zod'
import { written } from '../../../inputs/written.ts'
import { staffMember, staffName } from '../../../resources/brand/staff.ts'
import { employeeType, id } from '../../../resources/shapes.ts'
import { endpoint } from '../../../wire/endpoint.ts'

export const updateStaff = endpoint({
  name: 'admin.updateStaff',
  call: 'PATCH /v1/admin/store/staff/{id}',
  table: 'staff',
  summary:
    'スタッフの権限・店舗・本人の会員アカウントの変更、停止と再開（beforeがあれば、その値が一致するときだけ。権限が変わると、ログイン中の端末はすぐに終了する）',
  right: 'staff',
  reach: 'after-proof',
  note: 'never oneself; the last owner stays',
  params: z.object({ id }),
  body: z.strictObject({
    name: z.optional(staffName),
    type: z.optional(employeeType),
    store_id: z.optional(z.nullable(id)),
    active: z.optional(z.boolean()),
    /** Their own customer account: a username, a phone number or a mail address as typed. Null takes it away. */
    own_customer: z.optional(z.nullable(written.min(1).max(254))),
    /** As it was seen, also where it was written before a rule was made. */
    before: z.optional(
      z.strictObject({ name: z.string(), type: employeeType, store_id: z.nullable(id) }).partial(),
    ),
  }),
  status: 200,
  output: staffMember,
  errors: [
    'CONFLICT',
    'STAFF_SELF',
    'STAFF_LAST_OWNER',
    'STAFF_STORE',
    'STAFF_CUSTOMER_TAKEN',
    'APPROVAL_LINKED',
    'STEP_UP_REQUIRED',
    'RATE_LIMITED',
  ],
  lost: 'again',
})
