import { z } from 'zod'
import { narrowing } from '../../resources/sales/search.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const searchCsv = endpoint({
  name: 'transactions.searchCsv',
  call: 'GET /v1/transactions/search/csv',
  table: 'staff',
  summary: '取引の検索結果のCSV',
  right: 'sales.read',
  reach: { shop: 'own-shop' },
  note: 'as the search',
  query: z.object(narrowing),
  status: 200,
  output: z.instanceof(Uint8Array),
  media: 'text/csv; charset=utf-8',
  errors: ['SEARCH_TOO_WIDE', 'PERIOD_TOO_LONG'],
})
