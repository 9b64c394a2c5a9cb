import { z } from 'zod'
import { empty, id } from '../resources/shapes.ts'
import { endpoint } from '../wire/endpoint.ts'

export const removePayoutMethod = endpoint({
  name: 'payoutMethods.remove',
  call: 'DELETE /v1/payout-methods/{id}',
  table: 'customer',
  summary: '受取口座の削除（再度の本人確認が必要。申請中の振込がある間はできない）',
  right: 'member',
  reach: 'after-proof',
  note: 'not while a payout to it is open',
  params: z.object({ id }),
  status: 204,
  output: empty,
  errors: ['NOT_VERIFIED', 'STEP_UP_REQUIRED', 'PAYOUT_METHOD_IN_USE'],
  lost: { ask: 'payoutMethods.list' },
})
