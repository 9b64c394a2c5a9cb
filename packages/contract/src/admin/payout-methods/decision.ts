import { z } from 'zod'
import { written } from '../../inputs/written.ts'
import { empty, id, instant } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const decidePayoutMethod = endpoint({
  name: 'admin.decidePayoutMethod',
  call: 'POST /v1/admin/payout-methods/{id}/decision',
  table: 'staff',
  summary: '法人名義の受取口座の承認・差し戻し（自分の口座はできない。会員に知らせる）',
  right: 'payout',
  note: 'never one’s own; of the account that was seen',
  params: z.object({ id }),
  body: z.union([
    z.strictObject({ decision: z.literal('approved'), changed_at: instant }),
    z.strictObject({
      decision: z.literal('refused'),
      changed_at: instant,
      reason: written.min(1).max(200),
    }),
  ]),
  status: 204,
  output: empty,
  errors: ['PAYOUT_SELF', 'CONFLICT'],
  lost: { ask: 'admin.payoutMethods' },
})
