import { z } from 'zod'
import { written } from '../../inputs/written.ts'
import { once, repeated, shopQuery, stockPieces, stockReservation } from '../../resources/brand/inventory.ts'
import { id, instant } from '../../resources/shapes.ts'
import { limits } from '../../rules/limits.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const reserve = endpoint({
  name: 'inventory.reserve',
  call: 'POST /v1/inventory/reservations',
  table: 'staff',
  summary: '期限まで取り置く（同じidなら内容を置き換える）',
  right: 'stock.receive',
  reach: { shop: 'own-shop' },
  body: z
    .strictObject({
      /** Made by the caller that keeps the articles; a sale with this id takes them with it. */
      id,
      label: written.min(1).max(40),
      until: instant,
      lines: z
        .array(z.strictObject({ sku_id: id, quantity: stockPieces }))
        .min(1)
        .max(limits.itemsMax),
      ...shopQuery,
    })
    .refine(({ lines }) => once(lines), repeated),
  status: 201,
  output: stockReservation,
  errors: [
    'STORE_REQUIRED',
    'SKU_NOT_FOUND',
    'SKU_NOT_STOCKED',
    'STOCK_SHORTAGE',
    'RESERVATION_UNTIL',
    'CONFLICT',
  ],
  lost: 'again',
})
