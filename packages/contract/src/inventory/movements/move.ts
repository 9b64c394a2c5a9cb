import { z } from 'zod'
import { shopErrors, shopQuery, stockAct, stockNote, stockReason } from '../../resources/brand/inventory.ts'
import { id, whole } from '../../resources/shapes.ts'
import { limits } from '../../rules/limits.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const move = endpoint({
  name: 'inventory.move',
  call: 'POST /v1/inventory/{id}/movements',
  table: 'staff',
  summary: '1商品の入荷・調整・移動・廃棄・検品・数え直し',
  right: 'stock.receive',
  reach: { shop: 'own-shop' },
  note: 'register: 5 pieces of correction, else another person’s approval',
  params: z.object({ id }),
  body: z
    .strictObject({
      kind: z.enum(['receive', 'adjust', 'transfer', 'dispose', 'inspect', 'count']),
      /** With its sign in an adjustment; what is there in a count; else how many pieces. */
      quantity: z.int().min(-limits.stockPiecesMax).max(limits.stockPiecesMax),
      to_store_id: z.optional(id),
      reason: z.optional(stockReason),
      note: stockNote,
      /** What is disposed of, or where articles come to that were looked at. The shelf without it. */
      place: z.optional(z.enum(['shelf', 'hold', 'damaged'])),
      /** What the shelf held when the caller looked: refused when it has changed since. */
      expected: z.optional(whole),
      ...shopQuery,
      approval_id: z.optional(id),
    })
    .refine(
      ({ kind, quantity }) => (kind === 'adjust' ? quantity !== 0 : quantity >= (kind === 'count' ? 0 : 1)),
      {
        path: ['quantity'],
        message: 'QUANTITY_INVALID',
      },
    )
    .refine(({ kind, to_store_id }) => (kind === 'transfer') === (to_store_id !== undefined), {
      path: ['to_store_id'],
      message: 'STORE_REQUIRED',
    })
    .refine(({ kind, reason: why }) => why !== undefined || !['adjust', 'dispose'].includes(kind), {
      path: ['reason'],
      message: 'STOCK_REASON_REQUIRED',
    })
    .refine(
      ({ kind, place: where }) =>
        where === undefined || where === 'shelf' || ['dispose', 'inspect'].includes(kind),
      {
        path: ['place'],
        message: 'STOCK_PLACE_INVALID',
      },
    )
    .refine(({ kind, place: where }) => kind !== 'inspect' || where !== 'hold', {
      path: ['place'],
      message: 'STOCK_PLACE_INVALID',
    }),
  example: { kind: 'receive', quantity: 12 },
  status: 200,
  output: stockAct,
  errors: [...shopErrors, 'STOCK_SHORTAGE', 'CONFLICT', 'TRANSFER_SAME_STORE', 'APPROVAL_REQUIRED'],
  idempotent: true,
})
