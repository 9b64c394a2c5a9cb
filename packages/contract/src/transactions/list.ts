import { z } from 'zod'
import { listQuery } from '../resources/sales/transactions.ts'
import { pageOf, transaction, whole } from '../resources/shapes.ts'
import { endpoint } from '../wire/endpoint.ts'

/** A whole month of what the list is narrowed to, however little of it the page shows. */
const monthSums = z.strictObject({
  /** `YYYY-MM`, in Japan. */
  month: z.string(),
  /** Yen paid, less what was refunded of it. */
  paid: whole,
  /** Points received for payments and as gifts; points that a refund gave back are none. */
  earned: whole,
})

export const listTransactions = endpoint({
  name: 'transactions.list',
  call: 'GET /v1/transactions/list',
  table: 'first',
  summary: '自分の取引の一覧（新しい順）',
  right: 'member',
  reach: 'own',
  query: listQuery,
  status: 200,
  output: z.strictObject({
    ...pageOf(transaction).shape,
    /** On the first page: charges under way, and those that failed within a day. Nothing has moved for them. */
    unsettled: z.array(transaction),
    months: z.optional(z.array(monthSums)),
  }),
  errors: ['NOT_VERIFIED'],
})
