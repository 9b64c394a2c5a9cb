import { z } from 'zod'
import { dayQuery, daySuspect } from '../../../resources/brand/days.ts'
import { whole } from '../../../resources/shapes.ts'
import { limits } from '../../../rules/limits.ts'
import { endpoint } from '../../../wire/endpoint.ts'

export const daySuspects = endpoint({
  name: 'admin.daySuspects',
  call: 'GET /v1/admin/register/close/suspects',
  table: 'staff',
  summary: '差額の手がかり（その金額になりうる取引と入出金。可能性の高い順）',
  right: 'day.read',
  reach: { shop: 'own-shop' },
  note: 'as the day itself',
  query: z.object({
    ...dayQuery.shape,
    /** Counted less expected. */
    difference: z.coerce.number().int().min(-limits.amountMax).max(limits.amountMax),
  }),
  status: 200,
  output: z.strictObject({ count: whole, items: z.array(daySuspect) }),
  errors: [],
})
