import { z } from 'zod'
import { logQuery } from '../../resources/brand/log.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const logCsv = endpoint({
  name: 'admin.logCsv',
  call: 'GET /v1/admin/log/csv',
  table: 'staff',
  summary: '操作履歴のCSV（書き出しも履歴に残る）',
  right: 'log.read',
  reach: { manager: 'own-shop' },
  note: 'the same as a file; taking it out is on record too',
  query: z.object(logQuery),
  status: 200,
  output: z.instanceof(Uint8Array),
  media: 'text/csv; charset=utf-8',
  errors: ['PERIOD_REVERSED', 'SEARCH_TOO_WIDE'],
})
