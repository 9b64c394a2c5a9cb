import { z } from 'zod'
import { payoutMethod } from '../resources/members/payout-methods.ts'
import { id } from '../resources/shapes.ts'
import { endpoint } from '../wire/endpoint.ts'

export const showPayoutMethod = endpoint({
  name: 'payoutMethods.show',
  call: 'GET /v1/payout-methods/{id}',
  table: 'staff',
  summary: '受取口座の詳細（口座番号は下3桁のみ）',
  right: 'member',
  reach: 'own',
  params: z.object({ id }),
  status: 200,
  output: payoutMethod,
  errors: ['NOT_VERIFIED'],
})
