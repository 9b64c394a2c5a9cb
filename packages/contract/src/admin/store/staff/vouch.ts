import { z } from 'zod'
import { staffMember } from '../../../resources/brand/staff.ts'
import { id, instant } from '../../../resources/shapes.ts'
import { endpoint } from '../../../wire/endpoint.ts'

export const vouchForStaff = endpoint({
  name: 'admin.vouchForStaff',
  call: 'POST /v1/admin/store/staff/{id}/vouch',
  table: 'staff',
  summary:
    'スタッフの在籍の確認（招待した人と別の担当者として扱う。招待や権限の設定に関わっていない責任者だけ）',
  right: 'staff',
  reach: 'after-proof',
  note: 'by the person who keeps them; never by who let them in, nor for a person in whose hand both may be',
  params: z.object({ id }),
  /** As it was shown: a person who was let in anew meanwhile is looked at anew. */
  body: z.strictObject({ let_in_at: instant }),
  status: 200,
  output: staffMember,
  errors: ['STAFF_SELF', 'STAFF_VOUCH', 'CONFLICT', 'STEP_UP_REQUIRED'],
  lost: { ask: 'admin.staffList' },
})
