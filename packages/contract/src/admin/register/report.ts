import { periodReport, reportPeriod } from '../../resources/brand/days.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const dayReport = endpoint({
  name: 'admin.dayReport',
  call: 'GET /v1/admin/register/report',
  table: 'staff',
  summary: '期間の売上（前の同じ日数との比較つき）',
  right: 'day.read',
  reach: { shop: 'own-shop' },
  note: 'at most 92 days',
  query: reportPeriod,
  status: 200,
  output: periodReport,
  errors: ['PERIOD_TOO_LONG'],
})
