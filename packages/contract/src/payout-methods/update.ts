import { z } from 'zod'
import { accountInput, accountRefusals, payoutMethod } from '../resources/members/payout-methods.ts'
import { id } from '../resources/shapes.ts'
import { endpoint } from '../wire/endpoint.ts'

export const updatePayoutMethod = endpoint({
  name: 'payoutMethods.update',
  call: 'PATCH /v1/payout-methods/{id}',
  table: 'customer',
  summary: '受取口座の変更（再度の本人確認が必要。口座番号は入力し直す。出金できるのは24時間後から）',
  right: 'member',
  reach: 'after-proof',
  note: '24 hours before money can leave to it',
  params: z.object({ id }),
  body: accountInput,
  status: 200,
  output: payoutMethod,
  errors: [...accountRefusals, 'PAYOUT_METHOD_IN_USE'],
  lost: { ask: 'payoutMethods.list' },
})
