import { z } from 'zod'
import { businessDate, id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const stores = endpoint({
  name: 'admin.stores',
  call: 'GET /v1/admin/stores',
  table: 'staff',
  summary: '店舗の一覧（店長は自店舗だけ）',
  right: 'staff.read',
  reach: { manager: 'own' },
  status: 200,
  output: z.strictObject({
    items: z.array(
      z.strictObject({
        id,
        code: z.string(),
        name: z.string(),
        /** The last business day of a shop that is closed for good; null while it is open. */
        closed_on: z.nullable(businessDate),
      }),
    ),
  }),
  errors: [],
})
