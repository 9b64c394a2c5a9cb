import { z } from 'zod'
import { shopQuery, stockDetail } from '../resources/brand/inventory.ts'
import { id } from '../resources/shapes.ts'
import { limits } from '../rules/limits.ts'
import { endpoint } from '../wire/endpoint.ts'

export const updateInventoryItem = endpoint({
  name: 'inventory.update',
  call: 'PATCH /v1/inventory/{id}',
  table: 'staff',
  summary: '発注点を決める（nullでなし）',
  right: 'stock.count',
  reach: { manager: 'own-shop' },
  params: z.object({ id }),
  body: z.strictObject({
    reorder_point: z.nullable(z.int().min(0).max(limits.stockPiecesMax)),
    ...shopQuery,
  }),
  status: 200,
  output: stockDetail,
  errors: ['STORE_REQUIRED', 'SKU_NOT_FOUND', 'SKU_NOT_STOCKED'],
  lost: 'again',
})
