import { z } from 'zod'
import { bookPeriod } from '../../resources/brand/buybacks.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const buybacksCsv = endpoint({
  name: 'admin.buybacksCsv',
  call: 'GET /v1/admin/buybacks/csv',
  table: 'staff',
  summary: '古物台帳のCSV（期間は366日まで）',
  right: 'buyback',
  query: z.object(bookPeriod),
  status: 200,
  output: z.instanceof(Uint8Array),
  media: 'text/csv; charset=utf-8',
  errors: ['PERIOD_TOO_LONG', 'SEARCH_TOO_WIDE'],
})
