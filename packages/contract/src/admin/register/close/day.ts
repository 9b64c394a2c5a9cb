import { dayQuery, shopDay } from '../../../resources/brand/days.ts'
import { endpoint } from '../../../wire/endpoint.ts'

export const day = endpoint({
  name: 'admin.day',
  call: 'GET /v1/admin/register/close',
  table: 'staff',
  summary: '営業日の売上と現金（点検・精算の画面）',
  right: 'day.read',
  reach: { shop: 'own-shop' },
  note: 'read only',
  query: dayQuery,
  status: 200,
  output: shopDay,
  errors: [],
})
