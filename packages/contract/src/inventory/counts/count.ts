import { z } from 'zod'
import { stockCountDetail } from '../../resources/brand/inventory.ts'
import { id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const count = endpoint({
  name: 'inventory.count',
  call: 'GET /v1/inventory/counts/{id}',
  table: 'staff',
  summary: '棚卸の内容（数え終わるまで帳簿は見えない）',
  right: 'stock.read',
  reach: { shop: 'own-shop' },
  note: 'blind: no books while it runs',
  params: z.object({ id }),
  status: 200,
  output: stockCountDetail,
  errors: [],
})
