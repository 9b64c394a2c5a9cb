import { z } from 'zod'
import { written } from '../../../inputs/written.ts'
import { debtStanding } from '../../../resources/sales/deferred.ts'
import { amountInput, id } from '../../../resources/shapes.ts'
import { limits } from '../../../rules/limits.ts'
import { endpoint } from '../../../wire/endpoint.ts'

export const setDeferredLimit = endpoint({
  name: 'admin.setLaterLimit',
  call: 'PATCH /v1/admin/user/{id}/later',
  table: 'staff',
  summary: '後払いの利用枠を決める（レジ担当は責任者の承認が必要）',
  right: 'later.serve',
  reach: { register: 'at-counter', manager: 'own-shop' },
  note: 'a register needs an approval',
  params: z.object({ id }),
  body: z.strictObject({
    limit: amountInput,
    reason: written.min(1).max(limits.refundReasonMax),
    approval_id: z.optional(id),
  }),
  status: 200,
  output: debtStanding,
  errors: [
    'NOT_FOUND',
    'DEFERRED_LIMIT_RANGE',
    'APPROVAL_REQUIRED',
    'APPROVAL_RIGHT',
    'SELF_DEALING',
    'LATER_UNAVAILABLE',
  ],
  lost: { ask: 'admin.laterAccount' },
})
