import { z } from 'zod'
import { dayClose } from '../../resources/brand/days.ts'
import { id, pageOf, pageQuery } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const dayCloses = endpoint({
  name: 'admin.dayCloses',
  call: 'GET /v1/admin/register/closes',
  table: 'staff',
  summary: '締めの履歴',
  right: 'day.read',
  reach: { shop: 'own-shop' },
  note: 'read only',
  query: z.object({ ...pageQuery.shape, store_id: z.optional(id) }),
  status: 200,
  output: pageOf(dayClose),
  errors: [],
})
