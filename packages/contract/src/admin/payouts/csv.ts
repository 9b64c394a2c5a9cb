import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'

export const payoutsCsv = endpoint({
  name: 'admin.payoutsCsv',
  call: 'GET /v1/admin/payouts/csv',
  table: 'staff',
  summary: '支払いの年間集計のCSV（振込日・残高での受け取り日で集計。源泉徴収・控除の割合を含む）',
  right: 'payout',
  note: 'what was paid in a year, by person; on record',
  query: z.object({ year: z.coerce.number().int().min(2026).max(2100) }),
  status: 200,
  output: z.instanceof(Uint8Array),
  media: 'text/csv; charset=utf-8',
  errors: [],
})
