import { z } from 'zod'
import { invitationCode } from '../../resources/brand/staff.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const staffInvitation = endpoint({
  name: 'auth.staffInvitation',
  call: 'POST /v1/auth/staff/invitation',
  table: 'customer',
  summary: 'スタッフの招待コードの確認',
  right: 'anyone',
  reach: 'with-code',
  note: 'the code of an invitation, else 410 STAFF_INVITATION_INVALID',
  body: z.strictObject({ code: invitationCode }),
  status: 200,
  output: z.strictObject({ number: z.string(), name: z.string(), store_name: z.nullable(z.string()) }),
  errors: ['STAFF_INVITATION_INVALID'],
  reads: true,
})
