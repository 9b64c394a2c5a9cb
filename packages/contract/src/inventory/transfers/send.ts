import { z } from 'zod'
import {
  once,
  repeated,
  shopErrors,
  shopQuery,
  stockAct,
  stockNote,
  stockPieces,
} from '../../resources/brand/inventory.ts'
import { id } from '../../resources/shapes.ts'
import { limits } from '../../rules/limits.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const sendTransfer = endpoint({
  name: 'inventory.send',
  call: 'POST /v1/inventory/transfers',
  table: 'staff',
  summary: '別の店舗へ出庫する',
  right: 'stock.receive',
  reach: { shop: 'own-shop' },
  body: z
    .strictObject({
      to_store_id: id,
      note: stockNote,
      lines: z
        .array(z.strictObject({ sku_id: id, quantity: stockPieces }))
        .min(1)
        .max(limits.stockLinesMax),
      ...shopQuery,
    })
    .refine(({ lines }) => once(lines), repeated),
  status: 201,
  output: stockAct,
  errors: [...shopErrors, 'STOCK_SHORTAGE', 'TRANSFER_SAME_STORE'],
  idempotent: true,
})
