import { z } from 'zod'
import { parkedSale } from '../../resources/sales/parked.ts'
import { narrowing } from '../../resources/sales/search.ts'
import { pageOf, pageQuery } from '../../resources/shapes.ts'
import { limits } from '../../rules/limits.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const searchSaved = endpoint({
  name: 'transactions.searchSaved',
  call: 'GET /v1/transactions/search/saved',
  table: 'staff',
  summary: '保留中の会計（自店の分。本部は店舗を指定）',
  right: 'counter.members',
  reach: { shop: 'own-shop' },
  query: pageQuery.extend({
    limit: z.coerce.number().int().min(1).max(limits.pageSizeMax).default(limits.transactionSearchPageSize),
    store_id: narrowing.store_id,
    /** Carts with any of these articles. */
    skus: narrowing.skus,
    /** The day on which it was put aside, in Japan. */
    date: narrowing.date,
    employee_id: narrowing.employee_id,
    /** In the name, or the member's. */
    q: narrowing.q,
  }),
  status: 200,
  output: pageOf(parkedSale),
  errors: [],
})
