import { z } from 'zod'
import { invitationLink, staffMember } from '../../../resources/brand/staff.ts'
import { id } from '../../../resources/shapes.ts'
import { endpoint } from '../../../wire/endpoint.ts'

export const inviteStaff = endpoint({
  name: 'admin.inviteStaff',
  call: 'POST /v1/admin/store/staff/{id}/invitation',
  table: 'staff',
  summary: 'スタッフの招待コードの再発行（前のコードは使えなくなる）',
  right: 'staff',
  reach: 'after-proof',
  note: 'shown once',
  params: z.object({ id }),
  status: 200,
  output: z.strictObject({ staff: staffMember, invitation: invitationLink }),
  errors: ['STAFF_SELF', 'STAFF_STOPPED', 'STEP_UP_REQUIRED'],
  lost: 'anew',
})
