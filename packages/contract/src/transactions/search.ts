import { z } from 'zod'
import { foundTransaction, narrowing, searchSums } from '../resources/sales/search.ts'
import { pageOf, pageQuery } from '../resources/shapes.ts'
import { limits } from '../rules/limits.ts'
import { endpoint } from '../wire/endpoint.ts'

export const search = endpoint({
  name: 'transactions.search',
  call: 'GET /v1/transactions/search',
  table: 'staff',
  summary: '店舗の取引の検索（確定・返金・取消。営業日・担当・商品・番号・会員で絞り込む）',
  right: 'sales.read',
  reach: { shop: 'own-shop' },
  note: 'of their own shop, also where another is named; members’ names shortened for a register',
  query: z.object({
    ...narrowing,
    page: pageQuery.shape.page,
    limit: z.coerce.number().int().min(1).max(limits.pageSizeMax).default(limits.transactionSearchPageSize),
  }),
  status: 200,
  output: z.strictObject({
    ...pageOf(foundTransaction).shape,
    /** Null where more is found than is counted: a narrower search has them. */
    sums: z.nullable(searchSums),
  }),
  errors: ['PERIOD_TOO_LONG'],
})

export type SearchQuery = z.output<typeof search.query>
