import { z } from 'zod'
import { invitationLink, staffMember, staffName } from '../../../resources/brand/staff.ts'
import { employeeType, id } from '../../../resources/shapes.ts'
import { endpoint } from '../../../wire/endpoint.ts'

export const createStaff = endpoint({
  name: 'admin.createStaff',
  call: 'POST /v1/admin/store/staff',
  table: 'staff',
  summary: 'スタッフの追加（店長は自店舗のレジ担当だけ）',
  right: 'staff',
  reach: 'after-proof',
  note: 'a manager: till staff of their own shop; head office all',
  body: z.strictObject({ name: staffName, type: employeeType, store_id: z.nullable(id) }),
  status: 201,
  output: z.strictObject({ staff: staffMember, invitation: invitationLink }),
  errors: ['STAFF_STORE', 'STAFF_NUMBERS_SPENT', 'STEP_UP_REQUIRED'],
  lost: { ask: 'admin.staffList' },
})
