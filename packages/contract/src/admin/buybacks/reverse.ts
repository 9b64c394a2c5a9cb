import { z } from 'zod'
import { written } from '../../inputs/written.ts'
import { details } from '../../resources/brand/buybacks.ts'
import { id } from '../../resources/shapes.ts'
import { limits } from '../../rules/limits.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const reverseBuyback = endpoint({
  name: 'admin.reverseBuyback',
  call: 'POST /v1/admin/buybacks/{id}/reverse',
  table: 'staff',
  summary: '買取の取り消し：同じ営業日のうちに、受け付けた人とは別の責任者の判断で（台帳の記録は残る）',
  right: 'buyback.make',
  reach: 'own-shop',
  note: 'on its own day; the buyer only with the approval of a second person',
  params: z.object({ id }),
  body: z.strictObject({
    /** Made by the screen before it sends: the same act twice is one. */
    transaction_id: id,
    /** What came back, as it was counted. */
    amount: z.int().min(1).max(limits.amountMax),
    reason: written.min(1).max(200),
    /** The approval of a second person, where the caller bought it themself. */
    approval_id: z.optional(id),
  }),
  status: 200,
  output: details,
  errors: [
    'DAY_CLOSED',
    'CONFLICT',
    'APPROVAL_REQUIRED',
    'SELF_DEALING',
    'BUYBACK_RETURN',
    'INSUFFICIENT_BALANCE',
  ],
  lost: 'again',
})
