import { z } from 'zod'
import { accountInput, accountRefusals, payoutMethod } from '../resources/members/payout-methods.ts'
import { endpoint } from '../wire/endpoint.ts'

export const createPayoutMethod = endpoint({
  name: 'payoutMethods.create',
  call: 'POST /v1/payout-methods',
  table: 'customer',
  summary: '受取口座の登録（再度の本人確認が必要。最初の口座がメインになる。出金できるのは24時間後から）',
  right: 'member',
  reach: 'after-proof',
  note: '24 h cooling-off before money can leave to it',
  body: accountInput.extend({ default: z.optional(z.boolean()) }),
  status: 201,
  output: payoutMethod,
  errors: [...accountRefusals, 'PAYOUT_METHOD_LIMIT'],
  lost: { ask: 'payoutMethods.list' },
})
