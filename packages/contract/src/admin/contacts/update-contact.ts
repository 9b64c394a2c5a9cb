import { z } from 'zod'
import { written } from '../../inputs/written.ts'
import { contactDetail } from '../../resources/members/contacts.ts'
import { id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const updateContact = endpoint({
  name: 'admin.updateContact',
  call: 'PATCH /v1/admin/contacts/{id}',
  table: 'staff',
  summary: 'お問い合わせの対応',
  right: 'contacts',
  params: z.object({ id }),
  body: z.strictObject({
    status: z.optional(z.enum(['open', 'done'])),
    note: z.optional(written.max(2_000)),
  }),
  status: 200,
  output: contactDetail,
  errors: ['CONFLICT'],
  lost: 'again',
})
