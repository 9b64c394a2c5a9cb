import { z } from 'zod'
import { instant, whole } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const registerTerms = endpoint({
  name: 'transactions.registerTerms',
  call: 'GET /v1/transactions/register/terms',
  table: 'staff',
  summary: 'レジの決まり（自分の判断で値引きできる範囲など）',
  right: 'sell',
  status: 200,
  output: z.strictObject({
    /** Yen that the caller may take off a sale alone; null where they need no approval. */
    discount_max: z.nullable(whole),
    parked_hours: whole,
    /** Whether a sale is looked at once more before it is confirmed. */
    confirm_sale: z.boolean(),
    /** Whether the float of the open day was counted; null for a caller who stands in no shop. */
    float_counted: z.nullable(z.boolean()),
    /**
     * When the database was last restored, within the last seven days: what was acknowledged before then may be lost.
     */
    restored_at: z.nullable(instant),
  }),
  errors: [],
})
