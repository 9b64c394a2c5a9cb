import { z } from 'zod'
import { countsInput } from '../../resources/brand/days.ts'
import { businessDate, id, whole } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const countFloat = endpoint({
  name: 'admin.countFloat',
  call: 'POST /v1/admin/register/float',
  table: 'staff',
  summary: '開店準備（釣銭準備金を数える）',
  right: 'close',
  reach: { shop: 'own-shop' },
  body: z.strictObject({
    store_id: id,
    /** An earlier day that is still to be closed; else the one that is open. */
    date: z.optional(businessDate),
    counts: countsInput,
  }),
  status: 200,
  output: z.strictObject({ date: businessDate, counted: whole }),
  errors: ['CLOSE_ORDER', 'CLOSE_TOO_EARLY', 'REGISTER_CLOSED'],
  idempotent: true,
})
