import { z } from 'zod'
import { shopQuery, stockCountDetail, stockNote } from '../../resources/brand/inventory.ts'
import { id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const openCount = endpoint({
  name: 'inventory.openCount',
  call: 'POST /v1/inventory/counts',
  table: 'staff',
  summary: '棚卸を始める（店舗に1つ。始まっていればその棚卸）',
  right: 'stock.receive',
  reach: { shop: 'own-shop' },
  body: z.strictObject({ id, note: stockNote, ...shopQuery }),
  status: 201,
  output: stockCountDetail,
  errors: ['STORE_REQUIRED', 'CONFLICT'],
  lost: 'again',
})
