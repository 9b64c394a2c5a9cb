import { z } from 'zod'
import { debtNote, debtStanding, deferredDebt } from '../../../resources/sales/deferred.ts'
import { id, instant, whole } from '../../../resources/shapes.ts'
import { endpoint } from '../../../wire/endpoint.ts'

export const deferredAccount = endpoint({
  name: 'admin.laterAccount',
  call: 'GET /v1/admin/user/{id}/later',
  table: 'staff',
  summary: '会員の後払い（利用枠・利用の可否・未払い・メモ・利用枠の履歴）',
  right: 'later.serve',
  reach: { register: 'at-counter', manager: 'own-shop' },
  note: 'whom the caller serves, or who owes their shop',
  params: z.object({ id }),
  status: 200,
  output: z.strictObject({
    ...debtStanding.shape,
    user: z.strictObject({ id, name: z.string() }),
    items: z.array(deferredDebt),
    notes: z.array(debtNote),
    limits: z.array(
      z.strictObject({
        amount: whole,
        before: whole,
        reason: z.string(),
        by: z.string(),
        approved_by: z.nullable(z.string()),
        at: instant,
      }),
    ),
    /** The most that a limit may be. */
    limit_max: whole,
  }),
  errors: ['NOT_FOUND'],
})
