import { z } from 'zod'
import { contactEntry } from '../../resources/members/contacts.ts'
import { pageOf, pageQuery } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const contacts = endpoint({
  name: 'admin.contacts',
  call: 'GET /v1/admin/contacts',
  table: 'staff',
  summary: 'お問い合わせの一覧',
  right: 'contacts',
  query: z.object({
    ...pageQuery.shape,
    status: z.enum(['open', 'done', 'all']).default('open'),
    q: z.string().max(100).default(''),
  }),
  status: 200,
  output: z.strictObject({ ...pageOf(contactEntry).shape, open_count: z.int() }),
  errors: [],
})
