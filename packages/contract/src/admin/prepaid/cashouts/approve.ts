import { z } from 'zod'
import { cashoutRow } from '../../../resources/brand/cashouts.ts'
import { id } from '../../../resources/shapes.ts'
import { endpoint } from '../../../wire/endpoint.ts'

export const approveCashout = endpoint({
  name: 'admin.approveCashout',
  call: 'POST /v1/admin/prepaid/cashouts/{id}/approve',
  table: 'staff',
  summary: '払戻しを承認する（依頼した人以外のオーナー。再度の本人確認が必要。残高が減り、元に戻せない）',
  right: 'cashout.approve',
  reach: 'after-proof',
  note: 'an owner who did not ask for it, in another hand; accounting is 403',
  params: z.object({ id }),
  status: 200,
  output: cashoutRow,
  errors: [
    'PREPAID_CASHOUT_PROHIBITED',
    'CASHOUT_ABOVE_BALANCE',
    'CASHOUT_HELD',
    'CASHOUT_SELF',
    'PAYOUT_FROZEN',
    'APPROVAL_OWN',
    'APPROVAL_LINKED',
    'STEP_UP_REQUIRED',
    'CONFLICT',
    'IDEMPOTENCY_KEY_REUSED',
  ],
  idempotent: true,
})
