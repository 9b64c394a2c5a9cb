import { z } from 'zod'
import { prepaidPeriod } from '../../resources/brand/prepaid.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const prepaidCsv = endpoint({
  name: 'admin.prepaidCsv',
  call: 'GET /v1/admin/prepaid/csv',
  table: 'staff',
  summary: '前払残高の記録のCSV',
  right: 'prepaid',
  note: 'the same as a file',
  query: prepaidPeriod,
  status: 200,
  output: z.instanceof(Uint8Array),
  media: 'text/csv; charset=utf-8',
  errors: ['PERIOD_TOO_LONG'],
})
