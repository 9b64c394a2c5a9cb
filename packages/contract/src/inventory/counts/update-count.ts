import { z } from 'zod'
import { stockCountDetail, stockReason } from '../../resources/brand/inventory.ts'
import { id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const updateCount = endpoint({
  name: 'inventory.updateCount',
  call: 'PATCH /v1/inventory/counts/{id}',
  table: 'staff',
  summary: '棚卸を進める（確定と中止は責任者）',
  right: 'stock.receive',
  reach: { shop: 'own-shop' },
  note: 'register: to say that counting is done; a manager posts or gives up',
  params: z.object({ id }),
  body: z.strictObject({
    state: z.enum(['counting', 'review', 'posted', 'cancelled']),
    reason: z.optional(stockReason),
  }),
  status: 200,
  output: stockCountDetail,
  errors: ['STOCKTAKE_STATE', 'STOCKTAKE_EMPTY', 'STOCKTAKE_AGAIN', 'IDEMPOTENCY_KEY_REUSED'],
  idempotent: true,
})
