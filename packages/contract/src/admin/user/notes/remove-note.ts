import { z } from 'zod'
import { memberSheet } from '../../../resources/brand/office.ts'
import { id } from '../../../resources/shapes.ts'
import { endpoint } from '../../../wire/endpoint.ts'

export const removeNote = endpoint({
  name: 'admin.removeNote',
  call: 'DELETE /v1/admin/user/{id}/notes/{note}',
  table: 'staff',
  summary: '会員のメモの削除（だれがいつ消したかは残る）',
  right: 'customer.keep',
  reach: { manager: 'own-shop' },
  note: 'who took it away stays on record',
  params: z.object({ id, note: id }),
  status: 200,
  output: memberSheet,
  errors: [],
  lost: { ask: 'admin.showUser' },
})
