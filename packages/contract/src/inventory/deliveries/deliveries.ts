import { shopQuery, stockDelivery } from '../../resources/brand/inventory.ts'
import { pageOf, pageQuery } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const deliveries = endpoint({
  name: 'inventory.deliveries',
  call: 'GET /v1/inventory/deliveries',
  table: 'staff',
  summary: '入荷の履歴（新しい順）',
  right: 'stock.read',
  query: pageQuery.extend(shopQuery),
  status: 200,
  output: pageOf(stockDelivery),
  errors: [],
})
