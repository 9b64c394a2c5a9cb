import { shopQuery, stockCount } from '../../resources/brand/inventory.ts'
import { pageOf, pageQuery } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const counts = endpoint({
  name: 'inventory.counts',
  call: 'GET /v1/inventory/counts',
  table: 'staff',
  summary: '棚卸の履歴（新しい順）',
  right: 'stock.read',
  query: pageQuery.extend(shopQuery),
  status: 200,
  output: pageOf(stockCount),
  errors: [],
})
