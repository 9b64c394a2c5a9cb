import { z } from 'zod'
import { actErrors, once, repeated, stockAct, stockReason } from '../../resources/brand/inventory.ts'
import { id } from '../../resources/shapes.ts'
import { limits } from '../../rules/limits.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const endTransfer = endpoint({
  name: 'inventory.endTransfer',
  call: 'POST /v1/inventory/transfers/{id}/end',
  table: 'staff',
  summary: '移動を受け取る（不足は紛失として残る）、または出庫した店舗が取り消す',
  right: 'stock.receive',
  reach: { shop: 'own-shop' },
  note: 'arrival: the shop it goes to; recall: the shop that sent it',
  params: z.object({ id }),
  body: z
    .strictObject({
      kind: z.enum(['arrival', 'recall']),
      reason: z.optional(stockReason),
      /** What really came, for each article that was sent. */
      lines: z.optional(
        z
          .array(z.strictObject({ sku_id: id, quantity: z.int().min(0).max(limits.stockPiecesMax) }))
          .min(1)
          .max(limits.stockLinesMax),
      ),
    })
    .refine(({ kind, lines }) => (kind === 'arrival') === (lines !== undefined), {
      path: ['lines'],
      message: 'QUANTITY_INVALID',
    })
    .refine(({ lines }) => lines === undefined || once(lines), repeated),
  status: 200,
  output: stockAct,
  errors: [...actErrors, 'TRANSFER_ENDED', 'TRANSFER_LINES'],
  idempotent: true,
})
