import { csv, dayQuery } from '../../../resources/brand/days.ts'
import { endpoint } from '../../../wire/endpoint.ts'

export const dayCsv = endpoint({
  name: 'admin.dayCsv',
  call: 'GET /v1/admin/register/close/csv',
  table: 'staff',
  summary: '売上日報のCSV',
  right: 'day.read',
  reach: { shop: 'own-shop' },
  note: 'cells are numbers and texts that no spreadsheet reads as a formula',
  query: dayQuery,
  errors: [],
  ...csv,
})
