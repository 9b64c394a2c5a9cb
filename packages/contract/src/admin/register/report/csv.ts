import { csv, reportPeriod } from '../../../resources/brand/days.ts'
import { endpoint } from '../../../wire/endpoint.ts'

export const dayReportCsv = endpoint({
  name: 'admin.dayReportCsv',
  call: 'GET /v1/admin/register/report/csv',
  table: 'staff',
  summary: '期間の売上のCSV',
  right: 'day.read',
  reach: { shop: 'own-shop' },
  query: reportPeriod,
  errors: ['PERIOD_TOO_LONG'],
  ...csv,
})
