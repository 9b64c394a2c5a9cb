import { z } from 'zod'
import { shopQuery, stockMovement } from '../../resources/brand/inventory.ts'
import { id, pageOf, pageQuery } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const movements = endpoint({
  name: 'inventory.movements',
  call: 'GET /v1/inventory/{id}/movements',
  table: 'staff',
  summary: '商品の変動履歴（新しい順）',
  right: 'stock.read',
  note: 'staff: their own shop',
  params: z.object({ id }),
  query: pageQuery.extend(shopQuery),
  status: 200,
  output: pageOf(stockMovement),
  errors: ['SKU_NOT_FOUND'],
})
