import { z } from 'zod'
import { shopQuery, stockDetail } from '../resources/brand/inventory.ts'
import { id } from '../resources/shapes.ts'
import { endpoint } from '../wire/endpoint.ts'

export const showInventoryItem = endpoint({
  name: 'inventory.show',
  call: 'GET /v1/inventory/{id}',
  table: 'staff',
  summary: '商品の在庫（店舗ごと）と30日の販売',
  right: 'stock.read',
  note: 'what other stores have is shown to staff: they send customers there',
  params: z.object({ id }),
  query: z.object(shopQuery),
  status: 200,
  output: stockDetail,
  errors: ['SKU_NOT_FOUND'],
})
