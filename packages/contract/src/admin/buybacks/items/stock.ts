import { z } from 'zod'
import { written } from '../../../inputs/written.ts'
import { details, pieceParams } from '../../../resources/brand/buybacks.ts'
import { id } from '../../../resources/shapes.ts'
import { limits } from '../../../rules/limits.ts'
import { endpoint } from '../../../wire/endpoint.ts'

export const stockBuyback = endpoint({
  name: 'admin.stockBuyback',
  call: 'POST /v1/admin/buybacks/{id}/items/{line}/stock',
  table: 'staff',
  summary: '買い取った品物を1点ものの商品として在庫に入れる（保管期間のあと、一度だけ）',
  right: 'buyback.make',
  reach: 'own-shop',
  note: 'once, after the days of keeping; it is one article with one piece',
  params: pieceParams,
  body: z.strictObject({
    /** The article’s: made by the screen, so that a form that was sent twice makes one. */
    id,
    name: written.min(1).max(40),
    price: z.int().min(1).max(limits.amountMax),
    size: z.nullable(written.min(1).max(20)),
  }),
  status: 201,
  output: details,
  errors: ['BUYBACK_HELD', 'CONFLICT', 'STOCKTAKE_IN_PROGRESS', 'SKU_SILVER_NAME'],
  lost: 'again',
})
