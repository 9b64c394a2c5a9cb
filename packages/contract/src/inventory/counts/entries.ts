import { z } from 'zod'
import { id } from '../../resources/shapes.ts'
import { limits } from '../../rules/limits.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const countEntry = endpoint({
  name: 'inventory.countEntry',
  call: 'POST /v1/inventory/counts/{id}/entries',
  table: 'staff',
  summary: '1商品を数える（読み取りは加算、手入力は自分の数、やり直しは全員の数を消す）',
  right: 'stock.receive',
  reach: { shop: 'own-shop' },
  params: z.object({ id }),
  body: z
    .strictObject({
      sku_id: id,
      add: z.optional(z.int().min(1).max(999)),
      quantity: z.optional(z.int().min(0).max(limits.stockPiecesMax)),
      again: z.optional(z.literal(true)),
    })
    .refine(
      (body) => [body.add, body.quantity, body.again].filter((value) => value !== undefined).length === 1,
      {
        path: ['quantity'],
        message: 'QUANTITY_INVALID',
      },
    ),
  example: { sku_id: '01929f5e-7a10-7cc3-98c4-dc0c0c07398f', add: 1 },
  status: 200,
  output: z.strictObject({ count_id: id, sku_id: id }),
  errors: ['SKU_NOT_FOUND', 'SKU_NOT_STOCKED', 'STOCKTAKE_STATE', 'IDEMPOTENCY_KEY_REUSED'],
  idempotent: true,
})
