import { z } from 'zod'
import { memberSheet, officeReason } from '../../resources/brand/office.ts'
import { id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const allowUser = endpoint({
  name: 'admin.allowUser',
  call: 'POST /v1/admin/user/{id}/allow',
  table: 'staff',
  summary: '会員の利用停止の解除',
  right: 'customer.keep',
  reach: { manager: 'own-shop' },
  note: 'with a reason',
  params: z.object({ id }),
  body: z.strictObject({ reason: officeReason }),
  status: 200,
  output: memberSheet,
  errors: ['CONFLICT', 'SELF_DEALING'],
  lost: { ask: 'admin.showUser' },
})
