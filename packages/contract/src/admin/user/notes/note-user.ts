import { z } from 'zod'
import { memberSheet, officeReason } from '../../../resources/brand/office.ts'
import { id } from '../../../resources/shapes.ts'
import { endpoint } from '../../../wire/endpoint.ts'

export const noteUser = endpoint({
  name: 'admin.noteUser',
  call: 'POST /v1/admin/user/{id}/notes',
  table: 'staff',
  summary: '会員のメモの追加',
  right: 'customer.keep',
  reach: { manager: 'own-shop' },
  params: z.object({ id }),
  body: z.strictObject({ text: officeReason, at_till: z.boolean() }),
  status: 200,
  output: memberSheet,
  errors: [],
  lost: { ask: 'admin.showUser' },
})
