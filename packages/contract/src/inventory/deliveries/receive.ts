import { z } from 'zod'
import { written } from '../../inputs/written.ts'
import {
  once,
  repeated,
  shopErrors,
  shopQuery,
  stockAct,
  stockNote,
} from '../../resources/brand/inventory.ts'
import { id } from '../../resources/shapes.ts'
import { limits } from '../../rules/limits.ts'
import { endpoint } from '../../wire/endpoint.ts'

const receiptLines = z
  .array(
    z.strictObject({
      sku_id: id,
      planned: z.optional(z.int().min(0).max(limits.stockPiecesMax)),
      quantity: z.int().min(0).max(limits.stockPiecesMax),
    }),
  )
  .min(1)
  .max(limits.stockLinesMax)

export const receive = endpoint({
  name: 'inventory.receive',
  call: 'POST /v1/inventory/deliveries',
  table: 'staff',
  summary: '入荷（仕入先の伝票は1回だけ）',
  right: 'stock.receive',
  reach: { shop: 'own-shop' },
  body: z
    .strictObject({
      supplier: written.min(1).max(60),
      slip_number: written.min(1).max(40),
      note: stockNote,
      lines: receiptLines,
      ...shopQuery,
    })
    .refine(({ lines }) => once(lines), repeated),
  status: 201,
  output: stockAct,
  errors: [...shopErrors, 'DELIVERY_BOOKED'],
  idempotent: true,
})
