import { z } from 'zod'
import { payoutMethod } from '../resources/members/payout-methods.ts'
import { endpoint } from '../wire/endpoint.ts'

export const listPayoutMethods = endpoint({
  name: 'payoutMethods.list',
  call: 'GET /v1/payout-methods',
  table: 'customer',
  summary: '受取口座（メインの口座が先頭、ほかは新しい順。口座番号は下3桁のみ）',
  right: 'member',
  reach: 'own',
  note: 'account number masked to last 3',
  status: 200,
  output: z.strictObject({ items: z.array(payoutMethod) }),
  errors: ['NOT_VERIFIED'],
})
