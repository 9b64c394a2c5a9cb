import { z } from 'zod'
import { memberSheet, officeReason } from '../../resources/brand/office.ts'
import { id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const stopUser = endpoint({
  name: 'admin.stopUser',
  call: 'POST /v1/admin/user/{id}/stop',
  table: 'staff',
  summary: '会員の利用停止（ログインとお支払い用コードはその場で使えなくなる）',
  right: 'customer.keep',
  reach: { manager: 'own-shop' },
  note: 'with a reason; sessions and pay codes end in the same commit',
  params: z.object({ id }),
  body: z.strictObject({ reason: officeReason }),
  status: 200,
  output: memberSheet,
  errors: ['CONFLICT', 'SELF_DEALING'],
  lost: { ask: 'admin.showUser' },
})
