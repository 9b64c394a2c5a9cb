import { z } from 'zod'
import { debtAgeing, debtor } from '../../../resources/sales/deferred.ts'
import { id, whole } from '../../../resources/shapes.ts'
import { endpoint } from '../../../wire/endpoint.ts'

export const listDeferred = endpoint({
  name: 'transactions.laterList',
  call: 'GET /v1/transactions/user/later',
  table: 'staff',
  summary: '後払いの未収（店舗ごと。滞留期間・期日・利用枠・最後のメモ）',
  right: 'later.serve',
  reach: { shop: 'own-shop' },
  query: z.object({
    /** Without one, head office sees all stores. */
    store_id: z.optional(id),
    /** One customer, wherever they owe: a customer whom the caller serves. */
    user_id: z.optional(id),
  }),
  status: 200,
  output: z.strictObject({
    items: z.array(debtor),
    sums: z.strictObject({ total: whole, overdue: whole, customers: whole, ageing: debtAgeing }),
    /**
     * The store's running business day: what was deferred, and what was collected there for this store and for
     * others.
     */
    today: z.nullable(z.strictObject({ given: whole, collected: whole, collected_for_others: whole })),
    /** A debt that is more days late than these may be given up by accounting. */
    write_off_days: whole,
  }),
  errors: ['NOT_FOUND'],
})
