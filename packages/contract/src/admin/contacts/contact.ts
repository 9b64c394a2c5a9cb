import { z } from 'zod'
import { contactDetail } from '../../resources/members/contacts.ts'
import { id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const contact = endpoint({
  name: 'admin.contact',
  call: 'GET /v1/admin/contacts/{id}',
  table: 'staff',
  summary: 'お問い合わせの内容（閲覧は記録される）',
  right: 'contacts',
  note: 'every look is on record',
  params: z.object({ id }),
  status: 200,
  output: contactDetail,
  errors: [],
})
